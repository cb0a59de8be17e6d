// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several JVMs on one cache: at the same time, after a kill, and with a limit on file sizes. */
@Timeout(120)
class HubProcessTest extends HubFixture {
  private static final String WEIGHTS = "model.safetensors";
  private static final int SIZE = 4 << 20;

  private final byte[] weights = randomBytes(SIZE);

  @Test
  void fetch_twoProcessesAtOnce_transferTheWeightsOnce() throws Exception {
    hub.tinyModel(weights);
    CountDownLatch bothWantTheWeights = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      hub.next(
          "HEAD",
          "/" + WEIGHTS,
          exchange -> {
            bothWantTheWeights.countDown();
            return false;
          });
    }
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          bothWantTheWeights.await();
          return false;
        });

    Process first = start();
    Process second = start();

    assertThat(output(first)).endsWith("fetched " + snapshot());
    assertThat(output(second)).endsWith("fetched " + snapshot());
    assertThat(snapshot().resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", "/cdn/" + WEIGHTS)).hasSize(1);
  }

  @Test
  void fetch_afterAProcessWasKilled_asksOnlyForTheRest() throws Exception {
    hub.tinyModel(weights);
    hub.nextBytes(
        WEIGHTS,
        exchange -> {
          exchange.sendResponseHeaders(200, SIZE);
          OutputStream body = exchange.getResponseBody();
          body.write(weights, 0, SIZE / 2);
          body.flush();
          Thread.sleep(Long.MAX_VALUE);
          return true;
        });
    Process killed = start();
    try (BufferedReader lines = reader(killed)) {
      String line = lines.readLine();
      while (line != null && !line.matches(WEIGHTS + " [1-9]\\d*")) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
    }
    killed.destroyForcibly().waitFor();
    long present = Files.size(incomplete(WEIGHTS));
    assertThat(present).isBetween(1L << 20, SIZE / 2L);
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();

    Path path = fetch("org/tiny");

    assertThat(path.resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", "/cdn/" + WEIGHTS).get(1).range())
        .isEqualTo("bytes=" + present + "-");
    assertThat(incomplete(WEIGHTS)).doesNotExist();
  }

  @Test
  void fetch_diskThatRefusesInTheMiddle_namesTheFileAndKeepsOnlyTheBeginning() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash for its ulimit");
    hub.tinyModel(weights);

    Process limited = start("/bin/bash", "-c", "ulimit -f 2048 && exec \"$@\"", "bash");

    String output = output(limited);
    assertThat(limited.exitValue()).isEqualTo(FetchMain.REFUSED);
    assertThat(output)
        .contains("refused cannot write to the cache: file=" + WEIGHTS)
        .contains("neededBytes=" + (SIZE - (2 << 20)))
        .contains("freeBytes=")
        .contains("HF_HUB_CACHE");
    assertThat(incomplete(WEIGHTS)).hasSize(2 << 20);
    assertThat(blob(WEIGHTS)).doesNotExist();
    assertThat(snapshot().resolve(WEIGHTS)).doesNotExist();
    assertThat(repoFolder().resolve("refs/main")).doesNotExist();

    assertThat(fetch("org/tiny").resolve(WEIGHTS)).hasBinaryContent(weights);
    assertThat(hub.requests("GET", "/cdn/" + WEIGHTS).get(1).range())
        .isEqualTo("bytes=" + (2 << 20) + "-");
  }

  private Process start(String... prefix) throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            FetchMain.class.getName(),
            hub.endpoint().toString(),
            cache().toString(),
            "org/tiny"));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String output(Process process) throws IOException, InterruptedException {
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
