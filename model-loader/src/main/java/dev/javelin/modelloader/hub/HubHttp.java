// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * Requests to the hub and to where it redirects. The token goes to the hub's own origin (scheme,
 * host and port) and nowhere else. Answers that ask for another try become {@link BusyException}.
 * Thread-safe.
 */
final class HubHttp {
  private static final int MAX_REDIRECTS = 5;

  private final HubEnvironment environment;
  private final HubTimeouts timeouts;
  private final HttpClient client;

  HubHttp(HubEnvironment environment, HubTimeouts timeouts) {
    this.environment = environment;
    this.timeouts = timeouts;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeouts.connect())
            .build();
  }

  /**
   * Asks for a body, wherever redirects lead.
   *
   * @param offset the first byte wanted
   */
  HubResponse get(URI uri, long offset) throws IOException, InterruptedException {
    URI current = uri;
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      HubResponse response = exchange("GET", current, offset);
      if (!response.isRedirect()) {
        return response;
      }
      response.close();
      current = target(response);
    }
    throw tooManyRedirects(uri);
  }

  /**
   * Asks for headers, as long as redirects stay at the hub: what it says of a file stands in its
   * own answers, not in those of the host that serves the bytes.
   *
   * @return the hub's answers, the last one first
   */
  List<HubResponse> head(URI uri) throws IOException, InterruptedException {
    List<HubResponse> responses = new ArrayList<>();
    URI current = uri;
    for (int hop = 0; hop <= MAX_REDIRECTS; hop++) {
      HubResponse response = exchange("HEAD", current, 0);
      response.close();
      responses.add(0, response);
      if (!response.isRedirect()) {
        return responses;
      }
      current = target(response);
      if (!environment.isHub(current)) {
        return responses;
      }
    }
    throw tooManyRedirects(uri);
  }

  private HubResponse exchange(String method, URI uri, long offset)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .timeout(timeouts.response())
            .header("User-Agent", "javelin")
            .header("Accept-Encoding", "identity");
    if (offset > 0) {
      request.header("Range", "bytes=" + offset + "-");
    }
    if (environment.token() != null && environment.isHub(uri)) {
      request.header("Authorization", "Bearer " + environment.token());
    }
    HttpResponse<Flow.Publisher<List<ByteBuffer>>> response =
        client.send(request.build(), HttpResponse.BodyHandlers.ofPublisher());
    HubResponse answer =
        new HubResponse(
            uri,
            response.statusCode(),
            response.headers(),
            ResponseBody.of(response.body(), timeouts.silence()));
    if (answer.status() == 408 || answer.status() == 429 || answer.status() >= 500) {
      answer.close();
      throw new BusyException(
          answer.status(),
          answer.count("Retry-After").stream().mapToObj(Duration::ofSeconds).findFirst());
    }
    return answer;
  }

  /**
   * Where a redirect leads: to http or https, and from https to https only.
   *
   * @throws ModelLoadException if it leads elsewhere
   */
  static URI target(URI from, String location) {
    URI target;
    try {
      target = from.resolve(location);
    } catch (IllegalArgumentException e) {
      throw refusedRedirect(from, location, "a URL");
    }
    boolean wasSecure = "https".equalsIgnoreCase(from.getScheme());
    boolean secure = "https".equalsIgnoreCase(target.getScheme());
    boolean plain = "http".equalsIgnoreCase(target.getScheme());
    if (target.getHost() == null || !(secure || (plain && !wasSecure))) {
      throw refusedRedirect(from, location, wasSecure ? "https" : "http or https");
    }
    return target;
  }

  private static URI target(HubResponse response) {
    return target(response.uri(), response.header("Location").orElseThrow());
  }

  private static ModelLoadException refusedRedirect(URI from, String location, String expected) {
    return new ModelLoadException(
        "redirect refused: url="
            + from.getPath()
            + ", location="
            + HubNames.shown(location.replaceAll("\\?.*", ""))
            + ", expected "
            + expected);
  }

  private static ModelLoadException tooManyRedirects(URI uri) {
    return new ModelLoadException(
        "too many redirects: url=" + uri.getPath() + ", at most " + MAX_REDIRECTS);
  }
}
