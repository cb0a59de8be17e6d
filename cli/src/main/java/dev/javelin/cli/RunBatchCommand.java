// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.batch.BatchRunner;
import dev.javelin.batch.BatchSummary;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.llmengine.LLMEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code javelin run-batch}: answers a file of requests. */
@Command(
    name = "run-batch",
    description = {
      "Answers the requests of an OpenAI batch file, one response line each.",
      "Lines hold custom_id, method POST, url (/v1/completions or /v1/chat/completions) and body. A line that fails gets an error"
          + " object; the others go on. The exit code is 0 if the file was processed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class RunBatchCommand implements Callable<Integer> {
  /**
   * Requests in flight for each one that can run, so that slow ones at the front do not starve the
   * batch.
   */
  private static final int IN_FLIGHT_FACTOR = 8;

  @Option(
      names = {"-i", "--input-file"},
      required = true,
      paramLabel = "FILE",
      description = "The batch file, JSON lines.")
  private Path input;

  @Option(
      names = {"-o", "--output-file"},
      required = true,
      paramLabel = "FILE",
      description = "Where responses go.")
  private Path output;

  @Option(
      names = "--served-model-name",
      paramLabel = "NAME",
      description = "The model's name in responses (default: as given).")
  private @Nullable String servedModelName;

  @Mixin private EngineOptions engineOptions;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    EngineConfig config = engineOptions.config();
    long lines = countLines(input);
    PrintWriter err = spec.commandLine().getErr();
    String name = servedModelName == null ? config.model().model() : servedModelName;
    BatchSummary summary;
    try (LLMEngine engine = EngineLauncher.load(config, err);
        LocalInferenceClient client = new LocalInferenceClient(engine, name);
        ProgressBar bar = progressBar(lines)) {
      int inFlight = Math.multiplyExact(config.scheduler().maxNumSeqs(), IN_FLIGHT_FACTOR);
      summary =
          new BatchRunner(client, inFlight, progress -> bar.stepTo(progress.total()))
              .run(input, output);
    }
    err.printf(
        "%d requests: %d succeeded, %d failed%n",
        summary.total(), summary.succeeded(), summary.failed());
    err.flush();
    return 0;
  }

  private static long countLines(Path file) {
    try (Stream<String> lines = Files.lines(file, java.nio.charset.StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).count();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the input file: " + e, e);
    }
  }

  private static ProgressBar progressBar(long requests) {
    return new ProgressBarBuilder()
        .setTaskName("run-batch")
        .setInitialMax(requests)
        .setStyle(ProgressBarStyle.ASCII)
        .build();
  }
}
