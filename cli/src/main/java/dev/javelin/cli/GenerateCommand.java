// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLMEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code javelin generate}: continues a text. */
@Command(
    name = "generate",
    description = "Continues a text and streams the result to standard output.",
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "PROMPT",
      description = "The text to continue; - reads it from standard input.")
  private String prompt;

  @Option(names = "--no-echo", description = "Do not print the prompt before its continuation.")
  private boolean noEcho;

  @Mixin private EngineOptions engineOptions;
  @Mixin private SamplingOptions samplingOptions;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    String text = prompt.equals("-") ? readStandardInput() : prompt;
    try (LLMEngine engine =
            EngineLauncher.load(engineOptions.config(), spec.commandLine().getErr());
        Interruption interruption = Interruption.install()) {
      SamplingParams params = samplingOptions.params(engine.defaultSamplingParams());
      if (!noEcho) {
        out.print(text);
        out.flush();
      }
      new StreamingRequest(engine, interruption).run(Prompt.text(text), params, out);
      out.println();
      out.flush();
      return interruption.interrupted() ? ExitCodes.INTERRUPTED : 0;
    }
  }

  private static String readStandardInput() {
    try {
      return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the prompt from standard input: " + e, e);
    }
  }
}
