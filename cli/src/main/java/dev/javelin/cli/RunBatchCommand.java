// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.batch.BatchRunner;
import dev.javelin.batch.BatchSummary;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.llmengine.LLMEngine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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
    abbreviateSynopsis = true,
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
      description =
          "The model's name in responses; requests for another model fail then (default: the model as given, and requests may"
              + " name any model).")
  private @Nullable String servedModelName;

  @Mixin private EngineOptions engineOptions;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    EngineConfig config = engineOptions.config();
    PrintWriter err = spec.commandLine().getErr();
    String name = servedModelName == null ? config.model().model() : servedModelName;
    int inFlight = Math.multiplyExact(config.scheduler().maxNumSeqs(), IN_FLIGHT_FACTOR);
    BatchSummary summary;
    try (BatchProgressBar bar = BatchProgressBar.of(input);
        LLMEngine engine = EngineLauncher.load(config, err);
        LocalInferenceClient client =
            new LocalInferenceClient(
                engine, new LocalRequests(engine, name, servedModelName == null))) {
      summary = new BatchRunner(client, inFlight, bar).run(input, output);
    }
    err.printf(
        "%d requests: %d succeeded, %d failed%n",
        summary.total(), summary.succeeded(), summary.failed());
    err.flush();
    return 0;
  }
}
