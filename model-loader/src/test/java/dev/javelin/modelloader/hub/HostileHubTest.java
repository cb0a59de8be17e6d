// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that want to write elsewhere, to fill the disk or the memory, or to learn the token. */
class HostileHubTest extends HubFixture {
  private static final String WEIGHTS = "model.safetensors";

  @AfterEach
  void assertNothingOutsideTheCache() {
    assertThat(filesOnDisk()).allMatch(file -> file.startsWith("cache/"));
    assertThat(filesBelow(folder)).noneMatch(file -> file.contains("evil"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../evil",
        "../../../../evil.safetensors",
        "/evil.safetensors",
        "a/../../evil",
        "a/./evil",
        "a//evil",
        "evil/",
        "..\\\\evil.safetensors",
        "C:evil.safetensors",
        "c:/evil.safetensors",
        "evil\\u0000.safetensors",
        "evil\\n.safetensors",
        "",
        ".",
        ".."
      })
  void fetch_listedNameThatLeavesTheFolder_isRefusedBeforeAnythingIsWritten(String jsonName) {
    hub.tinyModel(randomBytes(10));
    hub.listing(
        """
        {"sha":"%s","siblings":[{"rfilename":"config.json"},{"rfilename":"model.safetensors"},
          {"rfilename":"%s"}]}"""
            .formatted(FakeHub.COMMIT, jsonName));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny")
        .hasMessageContaining("unsafe file name");
    assertThat(filesOnDisk()).isEmpty();
    assertThat(hub.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../evil", "/etc/evil", "..\\\\evil", "a/../../evil"})
  void fetch_indexThatNamesAFileElsewhere_isRefusedBeforeItIsAskedFor(String jsonName) {
    hub.tinyModel(randomBytes(10))
        .small("model.safetensors.index.json", "{\"weight_map\":{\"a\":\"" + jsonName + "\"}}");

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("model.safetensors.index.json")
        .hasMessageContaining("unsafe file name");
    assertThat(hub.requests()).noneMatch(request -> request.path().contains("evil"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{}", "not json", "{\"weight_map\":{\"a\":7}}", "{\"weight_map\":{}}"})
  void fetch_indexThatIsNone_isRefusedNamingIt(String json) {
    hub.tinyModel(randomBytes(10)).small("model.safetensors.index.json", json);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("model.safetensors.index.json")
        .hasMessageContaining("weight_map");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"../evil\"",
        "\"../../../../evil\"",
        "\"/evil\"",
        "a/evil",
        "a\\evil",
        "\"\"",
        "\".\"",
        "\"..\"",
        "W/\"../evil\"",
        "a.lock/../evil"
      })
  void fetch_etagThatIsAPath_isRefusedBeforeTheFileIsWritten(String etag) {
    hub.tinyModel(randomBytes(10));
    hub.next(
        "HEAD",
        "/config.json",
        exchange -> {
          FakeHub.respond(exchange, 200, "ETag", etag, "Content-Length", "22");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny/config.json")
        .hasMessageContaining("unusable ETag");
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_etagThatIsNoHash_isUsableButTheListedHashIsVerified() {
    hub.tinyModel(randomBytes(10));
    hub.next(
        "HEAD",
        "/" + WEIGHTS,
        exchange -> {
          FakeHub.respond(exchange, 200, "ETag", "W/\"5f3a-10\"", "Content-Length", "10");
          return true;
        });
    hub.nextBytes(WEIGHTS, exchange -> send(exchange, new byte[10]));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("expected " + hub.etag(WEIGHTS));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../../evil", "main", "", "0123", "0123456789ABCDEF0123456789ABCDEF01234567"})
  void fetch_shaThatIsNoCommit_isRefused(String sha) {
    hub.tinyModel(randomBytes(10));
    hub.listing("{\"sha\":\"" + sha + "\",\"siblings\":[{\"rfilename\":\"config.json\"}]}");

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("sha=" + sha);
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_listingOfAnotherCommitThanAskedFor_isRefused() {
    hub.tinyModel(randomBytes(10));
    String other = "f".repeat(40);
    hub.listing("{\"sha\":\"" + other + "\",\"siblings\":[]}");

    assertThatThrownBy(() -> fetch("org/tiny@" + FakeHub.COMMIT))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("commit=" + other)
        .hasMessageContaining("expected " + FakeHub.COMMIT);
  }

  @Test
  void fetch_fileOfAnotherCommit_isRefused() {
    hub.tinyModel(randomBytes(10));
    hub.next(
        "HEAD",
        "/config.json",
        exchange -> {
          FakeHub.respond(exchange, 200, "X-Repo-Commit", "../evil", "ETag", "a");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("commit=../evil");
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_endlessBody_isCutAtTheFilesSizeAndTheConnectionEnds() throws InterruptedException {
    CountDownLatch disconnected = new CountDownLatch(1);
    hub.tinyModel(randomBytes(10));
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          sendUntilDisconnected(exchange.getResponseBody());
          disconnected.countDown();
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("longer than the file")
        .hasMessageContaining("file=" + WEIGHTS);
    assertThat(incomplete(WEIGHTS)).doesNotExist();
    assertThat(blob(WEIGHTS)).doesNotExist();
    assertThat(disconnected.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void fetch_endlessListing_isRefused() {
    hub.next(
        "GET",
        "/revision/main",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          sendUntilDisconnected(exchange.getResponseBody());
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("list of files is too long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>Sign in</html>", "{", "[]", "{\"sha\":1}", "null", "", "[[[[[["})
  void fetch_listingThatIsNone_isRefused(String body) {
    hub.listing(body.isEmpty() ? " " : body);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny")
        .hasMessageContaining("HF_ENDPOINT");
  }

  @Test
  void fetch_listingNestedTooDeeply_isRefused() {
    hub.listing("[".repeat(100_000));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("not a list of files");
  }

  @Test
  void fetch_webPageInsteadOfTheListing_isRecognised() {
    hub.next("GET", "/revision/main", HostileHubTest::signInPage);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("contentType=text/html")
        .hasMessageContaining("sign-in page");
  }

  @Test
  void fetch_webPageInsteadOfAFile_isRecognised() {
    hub.tinyModel(randomBytes(10));
    hub.nextBytes(WEIGHTS, HostileHubTest::signInPage);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny/" + WEIGHTS)
        .hasMessageContaining("contentType=text/html");
    assertThat(blob(WEIGHTS)).doesNotExist();
  }

  @Test
  void fetch_headersWithoutSizeAnywhere_areRefused() {
    hub.tinyModel(randomBytes(10));
    hub.listing(
        """
        {"sha":"%s","siblings":[{"rfilename":"config.json"},{"rfilename":"model.safetensors"}]}"""
            .formatted(FakeHub.COMMIT));
    hub.next(
        "HEAD",
        "/config.json",
        exchange -> {
          FakeHub.respond(exchange, 200, "ETag", "a", "X-Linked-Size", "-5");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny/config.json")
        .hasMessageContaining("expected size");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"file:///etc/passwd", "ftp://127.0.0.1/evil", "jar:evil", "http://", "ht tp://x"})
  void fetch_redirectToSomethingElseThanHttp_isRefused(String location) {
    hub.tinyModel(randomBytes(10));
    hub.next(
        "GET",
        "/config.json",
        exchange -> {
          FakeHub.respond(exchange, 302, "Location", location);
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("redirect refused")
        .hasMessageContaining("location=" + location);
  }

  @Test
  void fetch_redirectInACircle_isRefused() {
    hub.tinyModel(randomBytes(10));
    for (int i = 0; i < 10; i++) {
      hub.next(
          "GET",
          "/config.json",
          exchange -> {
            FakeHub.respond(exchange, 302, "Location", exchange.getRequestURI().getPath());
            return true;
          });
    }

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("too many redirects");
  }

  @Test
  void fetch_listingRedirectedToAnotherHost_doesNotCarryTheToken() {
    try (FakeHub other = new FakeHub()) {
      other.tinyModel(randomBytes(10));
      hub.tinyModel(randomBytes(10));
      hub.next(
          "GET",
          "/revision/main",
          exchange -> {
            FakeHub.respond(
                exchange, 302, "Location", other.endpoint() + "/api/models/org/tiny/revision/main");
            return true;
          });

      fetch("org/tiny");

      assertThat(other.requests()).hasSize(1);
      assertThat(other.requests().get(0).authorization()).isNull();
    }
  }

  private static boolean signInPage(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    return send(exchange, "<html>Sign in</html>".getBytes(StandardCharsets.UTF_8));
  }

  private static boolean send(HttpExchange exchange, byte[] bytes) throws IOException {
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    return true;
  }

  private static void sendUntilDisconnected(OutputStream body) {
    byte[] chunk = new byte[65536];
    try {
      while (true) {
        body.write(chunk);
      }
    } catch (IOException e) {
      // The client has closed the connection, which is the only way out.
    }
  }
}
