// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with a heap of 64 MiB, by default with this one's class path.
 *
 * @param process runs a main method
 */
record ChildJvm(Process process) {
  static ChildJvm start(Class<?> main, Map<String, String> environment) throws IOException {
    return start(main, environment, System.getProperty("java.class.path"));
  }

  static ChildJvm start(Class<?> main, Map<String, String> environment, String classPath)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                classPath,
                main.getName())
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new ChildJvm(builder.start());
  }

  /** Waits for the end, which must be a good one, and returns what was printed. */
  String output() throws IOException, InterruptedException {
    try {
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
