// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Networks that break, servers that are busy, downloads that arrive damaged, disks that are full.
 */
class HubClientFaultTest extends HubFixture {
  private static final String WEIGHTS = "model.safetensors";
  private static final int SIZE = 4_000_000;
  private static final String GET_WEIGHTS = "/cdn/" + WEIGHTS;

  private final byte[] weights = randomBytes(SIZE);

  @BeforeEach
  void fill() {
    hub.tinyModel(weights);
  }

  @Test
  void fetch_connectionCutTwice_resumesWhereItEnded() {
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 200, 0, 1_500_000));
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 206, 1_500_000, 1_000_000));

    Path path = fetch("org/tiny");

    assertThat(path.resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS))
        .extracting(FakeHub.Request::range)
        .containsExactly(null, "bytes=1500000-", "bytes=2500000-");
    assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  void fetch_connectionCutAgainAndAgain_givesUpAndKeepsWhatCame() {
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 200, 0, 1000));
    for (int i = 0; i < 4; i++) {
      hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 206, 1000, 0));
    }

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("org/tiny/" + WEIGHTS)
        .hasMessageContaining("attempts=5");
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L);
    assertThat(incomplete(WEIGHTS)).hasSize(1000);
    assertThat(blob(WEIGHTS)).doesNotExist();
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();
    assertThat(repoFolder().resolve("refs/main")).doesNotExist();

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS).get(5).range()).isEqualTo("bytes=1000-");
    assertThat(incomplete(WEIGHTS)).doesNotExist();
  }

  @Test
  void fetch_connectionsThatEachBringMuch_areNotCountedAsFailuresInARow() {
    byte[] large = randomBytes(9_000_000);
    hub.large(WEIGHTS, large);
    for (int i = 0; i < 7; i++) {
      int from = i * 1_200_000;
      hub.nextBytes(
          WEIGHTS,
          exchange -> {
            range(exchange, from, large.length);
            FakeHub.cut(
                exchange, from == 0 ? 200 : 206, large.length - from, large, from, 1_200_000);
            return true;
          });
    }

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(large);
    assertThat(waits).hasSize(7).containsOnly(Duration.ofSeconds(1));
  }

  @Test
  void fetch_serverThatCannotResume_startsAgain() {
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 200, 0, 1_500_000));
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          exchange.sendResponseHeaders(200, SIZE);
          exchange.getResponseBody().write(weights);
          return true;
        });

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
  }

  @Test
  void fetch_serverThatRefusesTheRange_startsAgain() {
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 200, 0, 1_500_000));
    hub.nextBytes(WEIGHTS, exchange -> status(exchange, 416));

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS).get(2).range()).isNull();
  }

  @Test
  void fetch_serverThatSendsAnotherRange_isRefused() {
    hub.nextBytes(WEIGHTS, exchange -> cut(exchange, 200, 0, 1_500_000));
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-99/" + SIZE);
          FakeHub.cut(exchange, 206, 100, weights, 0, 100);
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("another range")
        .hasMessageContaining("range=bytes 0-99");
  }

  @Test
  void fetch_silentServer_isGivenUpAndResumed() {
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          exchange.sendResponseHeaders(200, SIZE);
          OutputStream body = exchange.getResponseBody();
          body.write(weights, 0, 1_500_000);
          body.flush();
          Thread.sleep(Long.MAX_VALUE);
          return true;
        });

    Path path = impatientClient(LONG, Duration.ofSeconds(2)).fetch(TINY, DownloadListener.NONE);

    assertThat(path.resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS).get(1).range()).isEqualTo("bytes=1500000-");
  }

  @Test
  void fetch_serverThatNeverAnswers_isGivenUp() {
    for (int i = 0; i < Backoff.ATTEMPTS; i++) {
      hub.next(
          "GET",
          "/revision/main",
          exchange -> {
            Thread.sleep(Long.MAX_VALUE);
            return true;
          });
    }

    HubClient client = impatientClient(Duration.ofMillis(300), LONG);

    assertThatThrownBy(() -> client.fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(HubUnreachableException.class)
        .hasMessageContaining("listing of org/tiny at " + hub.endpoint())
        .hasMessageContaining("attempts=5");
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 500, 502, 503, 504})
  void fetch_busyServer_isTriedAgain(int status) {
    hub.next("GET", "/revision/main", exchange -> status(exchange, status));
    hub.next("HEAD", "/config.json", exchange -> status(exchange, status));
    hub.nextBytes(WEIGHTS, exchange -> status(exchange, status));

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(waits).hasSize(3).containsOnly(Duration.ofSeconds(1));
  }

  @Test
  void fetch_busyServerThatNamesATime_isLeftAloneThatLong() {
    hub.next(
        "GET",
        "/revision/main",
        exchange -> {
          FakeHub.respond(exchange, 429, "Retry-After", "17");
          return true;
        });

    fetch("org/tiny");

    assertThat(waits).containsExactly(Duration.ofSeconds(17));
  }

  @Test
  void fetch_busyServerThatNamesAVeryLongTime_isGivenUpAtOnce() {
    hub.next(
        "GET",
        "/revision/main",
        exchange -> {
          FakeHub.respond(exchange, 429, "Retry-After", "86400");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(HubUnreachableException.class)
        .hasMessageContaining("retryAfterSeconds=86400")
        .hasMessageContaining("HTTP status 429");
    assertThat(waits).isEmpty();
  }

  @Test
  void fetch_serverThatStaysBusy_isGivenUp() {
    IntStream.range(0, Backoff.ATTEMPTS)
        .forEach(i -> hub.next("GET", "/revision/main", exchange -> status(exchange, 503)));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(HubUnreachableException.class)
        .hasMessageContaining("HTTP status 503");
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_nobodyListening_saysWhatToCheck() throws IOException {
    HubEnvironment nobody = new HubEnvironment(closedPort(), cache(), null, false);

    assertThatThrownBy(() -> client(nobody).fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(HubUnreachableException.class)
        .hasMessageContaining(nobody.endpoint().toString())
        .hasMessageContaining("HF_ENDPOINT");
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_wrongBytes_areRefusedAndDeleted() {
    byte[] wrong = weights.clone();
    wrong[SIZE / 2] ^= 1;
    hub.nextBytes(WEIGHTS, exchange -> send(exchange, wrong));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=" + WEIGHTS)
        .hasMessageContaining("hash=" + FakeHub.sha256(wrong))
        .hasMessageContaining("expected " + hub.etag(WEIGHTS));
    assertThat(blob(WEIGHTS)).doesNotExist();
    assertThat(incomplete(WEIGHTS)).doesNotExist();
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();
    assertThat(repoFolder().resolve("refs/main")).doesNotExist();
  }

  @Test
  void fetch_wrongBytesOfASmallFile_areRefusedByTheGitBlobId() {
    hub.next(
        "GET",
        "/tokenizer.json",
        exchange -> {
          exchange.getResponseHeaders().set("ETag", "\"" + hub.etag("tokenizer.json") + "\"");
          return send(exchange, "[]".getBytes());
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=tokenizer.json")
        .hasMessageContaining("hash=" + FakeHub.gitBlobId("[]".getBytes()));
    assertThat(blob("tokenizer.json")).doesNotExist();
  }

  @Test
  void fetch_damagedRemainder_isDownloadedAgainFromTheBeginning() throws IOException {
    Files.createDirectories(incomplete(WEIGHTS).getParent());
    Files.write(incomplete(WEIGHTS), new byte[1_000_000]);

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS))
        .extracting(FakeHub.Request::range)
        .containsExactly("bytes=1000000-", null);
  }

  @Test
  void fetch_remainderLongerThanAFileWithoutHash_isThrownAway() throws IOException {
    hub.listing(
        """
        {"sha":"%s","siblings":[{"rfilename":"config.json"},{"rfilename":"model.safetensors"}]}"""
            .formatted(FakeHub.COMMIT));
    hub.next(
        "HEAD",
        "/" + WEIGHTS,
        exchange -> {
          FakeHub.respond(exchange, 200, "ETag", "no-hash", "X-Linked-Size", "" + SIZE);
          return true;
        });
    Path remainder = repoFolder().resolve("blobs/no-hash.incomplete");
    Files.createDirectories(remainder.getParent());
    Files.write(remainder, new byte[SIZE + 1]);

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS).get(0).range()).isNull();
  }

  @Test
  void fetch_remainderThatIsWhole_isVerifiedWithoutTransfer() throws IOException {
    Files.createDirectories(incomplete(WEIGHTS).getParent());
    Files.write(incomplete(WEIGHTS), weights);

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS)).isEmpty();
  }

  @Test
  void fetch_announcedLengthOtherThanTheSize_isRefused() {
    hub.nextBytes(WEIGHTS, exchange -> send(exchange, Arrays.copyOf(weights, SIZE - 1)));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("another size")
        .hasMessageContaining("bytes=" + (SIZE - 1))
        .hasMessageContaining("expected " + SIZE);
  }

  @Test
  void fetch_weightsLargerThanTheDisk_isRefusedBeforeAnyTransfer() {
    hub.listing(
        """
        {"sha":"%s","siblings":[{"rfilename":"config.json"},
          {"rfilename":"model.safetensors","size":500000000000000000}]}"""
            .formatted(FakeHub.COMMIT));

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("not enough disk space: file=model.safetensors")
        .hasMessageContaining("neededBytes=500000000000000000")
        .hasMessageContaining("freeBytes=")
        .hasMessageContaining("HF_HUB_CACHE");
    assertThat(hub.requests("HEAD", WEIGHTS)).isEmpty();
  }

  @Test
  void fetch_sizeHeaderLargerThanTheDisk_isRefusedBeforeAnyTransfer() {
    hub.next(
        "HEAD",
        WEIGHTS,
        exchange -> {
          FakeHub.respond(
              exchange, 200, "ETag", hub.etag(WEIGHTS), "X-Linked-Size", "500000000000000000");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("neededBytes=500000000000000000");
    assertThat(hub.requests("GET", GET_WEIGHTS)).isEmpty();
    assertThat(blob(WEIGHTS)).doesNotExist();
    assertThat(incomplete(WEIGHTS)).doesNotExist();
  }

  @Test
  void fetch_cacheFolderThatIsAFile_isRefusedNamingIt() throws IOException {
    Files.writeString(cache(), "in the way");

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("path=" + cache())
        .hasMessageContaining("HF_HUB_CACHE");
  }

  @Test
  void fetch_manyThreadsAndClients_transferEachFileOnce() {
    List<Path> paths =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(i -> client().fetch(TINY, DownloadListener.NONE))
            .toList();

    assertThat(paths).containsOnly(snapshot());
    assertThat(snapshot().resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", GET_WEIGHTS)).hasSize(1);
  }

  private boolean cut(HttpExchange exchange, int status, int from, int count) throws IOException {
    range(exchange, from, SIZE);
    FakeHub.cut(exchange, status, SIZE - from, weights, from, count);
    return true;
  }

  private static void range(HttpExchange exchange, int from, int size) {
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes " + from + "-" + (size - 1) + "/" + size);
  }

  private static boolean send(HttpExchange exchange, byte[] bytes) throws IOException {
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    return true;
  }

  private static boolean status(HttpExchange exchange, int status) throws IOException {
    FakeHub.respond(exchange, status);
    return true;
  }

  private static URI closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
  }
}
