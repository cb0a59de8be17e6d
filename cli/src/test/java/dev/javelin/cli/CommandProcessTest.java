// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process of its own: signals, and streams under a locale without UTF-8. */
@Timeout(120)
class CommandProcessTest {
  @TempDir private Path folder;

  /**
   * Background shells start programs with SIGINT ignored, which the JVM respects; this undoes it.
   */
  private static final List<String> HEED_INTERRUPTS = List.of("env", "--default-signal=INT");

  private Process start(Path err, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(HEED_INTERRUPTS));
    builder
        .command()
        .addAll(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Javelin.class.getName()));
    builder.command().addAll(List.of(arguments));
    builder.environment().putAll(Map.of("LC_ALL", "C", "JAVELIN_LOG_LEVEL", "DEBUG"));
    return builder.redirectError(err.toFile()).start();
  }

  @BeforeEach
  void onlyWhereSignalsCanBeSent() throws Exception {
    List<String> probe = new ArrayList<>(HEED_INTERRUPTS);
    probe.add("true");
    assumeTrue(Files.exists(Path.of("/usr/bin/env")), "no POSIX commands");
    assumeTrue(new ProcessBuilder(probe).start().waitFor() == 0, "no env --default-signal");
  }

  @Test
  void generate_interrupted_endsTheAnswerAndExitsWith130() throws Exception {
    Path err = folder.resolve("err");
    Process process =
        start(
            err,
            "generate",
            "-m",
            CommandRun.MODEL.toString(),
            "--threads=1",
            "--ignore-eos",
            "--max-tokens=500",
            "ab");
    Process killer =
        new ProcessBuilder("/bin/sh", "-c", "read go; kill -INT " + process.pid()).start();
    // The prompt is echoed when the engine is loaded and the interruption is caught.
    assertThat(process.inputReader(StandardCharsets.UTF_8).read()).isEqualTo('a');
    killer.getOutputStream().write('\n');
    killer.getOutputStream().close();
    try (BufferedReader rest = process.inputReader(StandardCharsets.UTF_8)) {
      String text = rest.lines().reduce("", String::concat);
      assertThat(text).startsWith("b");
    }
    assertThat(process.waitFor()).as(Files.readString(err)).isEqualTo(130);
  }

  @Test
  void generate_localeWithoutUtf8_printsUtf8AndLogsElsewhere() throws Exception {
    Path err = folder.resolve("err");
    Process process =
        start(
            err,
            "generate",
            "-m",
            CommandRun.MODEL.toString(),
            "--threads=1",
            "--max-tokens=1",
            "-");
    try (var in = process.getOutputStream()) {
      in.write("h\u00e9 \ud83d\ude00".getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(out).startsWith("h\u00e9 \ud83d\ude00").doesNotContain("DEBUG");
  }
}
