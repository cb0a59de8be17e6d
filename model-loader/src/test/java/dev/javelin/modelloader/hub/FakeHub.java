// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A hub with one repository on the loopback, and a second server that holds the large files as the
 * real hub's CDN does. Any request can be answered by a test instead.
 */
final class FakeHub implements AutoCloseable {
  static final String REPO = "org/tiny";
  static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  static final String TOKEN = "hf_secret";

  private static final HttpHandlerOrNone NONE = exchange -> false;

  private final HttpServer hub;
  private final HttpServer cdn;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, byte[]> files = new TreeMap<>();
  private final Set<String> large = new HashSet<>();
  private final Map<String, Deque<HttpHandlerOrNone>> interceptors = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile String listing = "";

  /** A request that arrived. */
  record Request(
      boolean atHub,
      String method,
      String path,
      @Nullable String range,
      @Nullable String authorization) {}

  /** Answers a request, or says false to leave it to the hub. */
  interface HttpHandlerOrNone {
    boolean handle(HttpExchange exchange) throws IOException, InterruptedException;
  }

  FakeHub() {
    hub = start(true);
    cdn = start(false);
  }

  /** A file that the hub sends itself, named by its git blob id. */
  FakeHub small(String name, String content) {
    files.put(name, content.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** A file that the hub redirects to the CDN, named by its SHA-256. */
  FakeHub large(String name, byte[] content) {
    files.put(name, content);
    large.add(name);
    return this;
  }

  /** The files of a small model in one safetensors file. */
  FakeHub tinyModel(byte[] weights) {
    return small("config.json", "{\"model_type\":\"llama\"}")
        .small("tokenizer.json", "{}")
        .small("README.md", "read me")
        .large("model.safetensors", weights);
  }

  /** Replaces the answer of the file list. */
  void listing(String json) {
    listing = json;
  }

  /** Answers the next request whose method and path's end are these; each call adds one answer. */
  void next(String method, String pathEnd, HttpHandlerOrNone answer) {
    interceptors.computeIfAbsent(method + " " + pathEnd, key -> new ArrayDeque<>()).add(answer);
  }

  /** Answers the next request for a large file's bytes. */
  void nextBytes(String name, HttpHandlerOrNone answer) {
    next("GET", "/cdn/" + name, answer);
  }

  URI endpoint() {
    return address(hub);
  }

  HubEnvironment environment(Path cache) {
    return new HubEnvironment(endpoint(), cache, TOKEN, false);
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  List<Request> requests(String method, String pathEnd) {
    return requests.stream()
        .filter(request -> request.method().equals(method) && request.path().endsWith(pathEnd))
        .toList();
  }

  byte[] content(String name) {
    return bytesOf(name);
  }

  String etag(String name) {
    return large.contains(name) ? sha256(bytesOf(name)) : gitBlobId(bytesOf(name));
  }

  static String sha256(byte[] content) {
    return hash("SHA-256", content);
  }

  static String gitBlobId(byte[] content) {
    byte[] head = ("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + content.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(content, 0, all, head.length, content.length);
    return hash("SHA-1", all);
  }

  static void respond(HttpExchange exchange, int status, String... headers) throws IOException {
    for (int i = 0; i < headers.length; i += 2) {
      exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** Sends the head of an answer and some of its bytes, then ends the connection. */
  static void cut(
      HttpExchange exchange, int status, long length, byte[] sent, int offset, int count)
      throws IOException {
    exchange.sendResponseHeaders(status, length);
    OutputStream body = exchange.getResponseBody();
    body.write(sent, offset, count);
    body.flush();
    exchange.close();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    hub.stop(0);
    cdn.stop(0);
  }

  private HttpServer start(boolean atHub) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/", exchange -> serve(exchange, atHub));
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(HttpExchange exchange, boolean atHub) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Headers headers = exchange.getRequestHeaders();
    requests.add(
        new Request(
            atHub,
            exchange.getRequestMethod(),
            path,
            headers.getFirst("Range"),
            headers.getFirst("Authorization")));
    try (exchange) {
      if (interceptor(exchange.getRequestMethod(), path).handle(exchange)) {
        return;
      }
      if (!atHub) {
        send(exchange, bytesOf(path.substring("/cdn/".length())));
      } else if (path.startsWith("/api/models/")) {
        list(exchange, path);
      } else {
        resolve(exchange, path);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpHandlerOrNone interceptor(String method, String path) {
    for (Map.Entry<String, Deque<HttpHandlerOrNone>> entry : interceptors.entrySet()) {
      String[] key = entry.getKey().split(" ", 2);
      if (method.equals(key[0]) && path.endsWith(key[1])) {
        synchronized (entry.getValue()) {
          HttpHandlerOrNone next = entry.getValue().poll();
          return next == null ? NONE : next;
        }
      }
    }
    return NONE;
  }

  private void list(HttpExchange exchange, String path) throws IOException {
    if (!path.startsWith("/api/models/" + REPO)) {
      respond(exchange, 404, "X-Error-Code", "RepoNotFound");
    } else if (!path.matches(".*/revision/(main|v1|refs/pr/1|" + COMMIT + ")")) {
      respond(exchange, 404, "X-Error-Code", "RevisionNotFound");
    } else {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      String json = listing.isEmpty() ? defaultListing() : listing;
      send(exchange, json.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String defaultListing() {
    return files.entrySet().stream()
        .map(
            file ->
                "{\"rfilename\":\"%s\",\"size\":%d,%s}"
                    .formatted(
                        file.getKey(),
                        file.getValue().length,
                        large.contains(file.getKey())
                            ? "\"lfs\":{\"sha256\":\"" + etag(file.getKey()) + "\"}"
                            : "\"blobId\":\"" + etag(file.getKey()) + "\""))
        .collect(Collectors.joining(",", "{\"sha\":\"" + COMMIT + "\",\"siblings\":[", "]}"));
  }

  private void resolve(HttpExchange exchange, String path) throws IOException {
    String name = path.replaceFirst("^/" + REPO + "/resolve/[^/]+/", "");
    Headers headers = exchange.getResponseHeaders();
    if (!files.containsKey(name)) {
      respond(exchange, 404, "X-Error-Code", "EntryNotFound");
      return;
    }
    headers.set("X-Repo-Commit", COMMIT);
    if (large.contains(name)) {
      headers.set("X-Linked-Etag", "\"" + etag(name) + "\"");
      headers.set("X-Linked-Size", Integer.toString(bytesOf(name).length));
      respond(exchange, 302, "Location", address(cdn) + "/cdn/" + name + "?signature=1");
      return;
    }
    headers.set("ETag", "\"" + etag(name) + "\"");
    send(exchange, bytesOf(name));
  }

  private static void send(HttpExchange exchange, byte[] content) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    int from = range == null ? 0 : Integer.parseInt(range.replaceAll("\\D", ""));
    if (exchange.getRequestMethod().equals("HEAD")) {
      respond(exchange, 200, "Content-Length", Integer.toString(content.length));
      return;
    }
    if (from > 0) {
      exchange
          .getResponseHeaders()
          .set(
              "Content-Range", "bytes " + from + "-" + (content.length - 1) + "/" + content.length);
    }
    int count = content.length - from;
    exchange.sendResponseHeaders(from > 0 ? 206 : 200, count == 0 ? -1 : count);
    exchange.getResponseBody().write(content, from, count);
    exchange.close();
  }

  private byte[] bytesOf(String name) {
    byte[] content = files.get(name);
    if (content == null) {
      throw new IllegalArgumentException(name);
    }
    return content;
  }

  private static URI address(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private static String hash(String algorithm, byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
