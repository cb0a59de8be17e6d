// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How tokens are chosen; what is not given comes from the model's generation_config.json. */
final class SamplingOptions {
  /** Tokens of an answer unless asked otherwise: enough for a paragraph or two. */
  private static final int DEFAULT_MAX_TOKENS = 256;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      description =
          "Most tokens to generate (default: the model's, else " + DEFAULT_MAX_TOKENS + ").")
  private @Nullable Integer maxTokens;

  @Option(
      names = "--min-tokens",
      paramLabel = "N",
      description = "Tokens before which generation may not end.")
  private @Nullable Integer minTokens;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      description = "0 is greedy, higher is more random.")
  private @Nullable Double temperature;

  @Option(
      names = "--top-p",
      paramLabel = "P",
      description = "Keep the likeliest tokens that reach this probability.")
  private @Nullable Double topP;

  @Option(names = "--top-k", paramLabel = "K", description = "Keep this many likeliest tokens.")
  private @Nullable Integer topK;

  @Option(
      names = "--min-p",
      paramLabel = "P",
      description = "Drop tokens less likely than this part of the likeliest.")
  private @Nullable Double minP;

  @Option(
      names = "--repetition-penalty",
      paramLabel = "P",
      description = "Over 1 discourages tokens seen before.")
  private @Nullable Double repetitionPenalty;

  @Option(
      names = "--presence-penalty",
      paramLabel = "P",
      description = "-2 to 2; over 0 discourages repeating.")
  private @Nullable Double presencePenalty;

  @Option(
      names = "--frequency-penalty",
      paramLabel = "P",
      description = "-2 to 2; over 0 discourages repeating often.")
  private @Nullable Double frequencyPenalty;

  @Option(names = "--seed", paramLabel = "SEED", description = "Makes sampling repeatable.")
  private @Nullable Long seed;

  @Option(
      names = "--stop",
      paramLabel = "TEXT",
      description = "End at this text; may be given more than once.")
  private List<String> stop = List.of();

  @Option(names = "--ignore-eos", description = "Go on after an end-of-sequence token.")
  private boolean ignoreEos;

  /** The model's defaults with these options, for streaming output. */
  SamplingParams params(SamplingParams defaults) {
    SamplingParamsBuilder builder =
        defaults.toBuilder().outputKind(RequestOutputKind.DELTA).stop(stop).ignoreEos(ignoreEos);
    boolean modelLimit =
        defaults.maxTokens() != null
            && !defaults.maxTokens().equals(SamplingParams.defaults().maxTokens());
    if (maxTokens != null || !modelLimit) {
      builder.maxTokens(maxTokens != null ? maxTokens : DEFAULT_MAX_TOKENS);
    }
    if (minTokens != null) {
      builder.minTokens(minTokens);
    }
    if (temperature != null) {
      builder.temperature(temperature);
    }
    if (topP != null) {
      builder.topP(topP);
    }
    if (topK != null) {
      builder.topK(topK);
    }
    if (minP != null) {
      builder.minP(minP);
    }
    if (repetitionPenalty != null) {
      builder.repetitionPenalty(repetitionPenalty);
    }
    if (presencePenalty != null) {
      builder.presencePenalty(presencePenalty);
    }
    if (frequencyPenalty != null) {
      builder.frequencyPenalty(frequencyPenalty);
    }
    if (seed != null) {
      builder.seed(seed);
    }
    return builder.build();
  }
}
