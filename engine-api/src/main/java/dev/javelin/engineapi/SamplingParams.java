// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How tokens are chosen and when a completion ends. Names, defaults and limits are vLLM's.
 * Immutable; make one with {@link #builder()} and vary it with {@link #toBuilder()}.
 *
 * @param n number of completions
 * @param presencePenalty subtracted once from the logit of every token that the output holds, -2 to
 *     2
 * @param frequencyPenalty subtracted from a token's logit for each time the output holds it, -2 to
 *     2
 * @param repetitionPenalty over 0; divides positive and multiplies negative logits of tokens in
 *     prompt or output (arXiv:1909.05858)
 * @param temperature 0 is greedy; values in (0, 0.01) are raised to 0.01
 * @param topP in (0, 1]; keeps the likeliest tokens that together reach this probability
 *     (arXiv:1904.09751)
 * @param topK keeps this many likeliest tokens; 0 or -1 is off
 * @param minP in [0, 1]; drops tokens less likely than this fraction of the likeliest
 *     (arXiv:2407.01082)
 * @param seed seed of this request's draws, null for the engine's
 * @param stop strings that end a completion
 * @param stopTokenIds token ids that end a completion
 * @param ignoreEos whether end-of-sequence ids are ordinary tokens
 * @param maxTokens most tokens of a completion; null for what the context has room for
 * @param minTokens tokens before which nothing but {@code maxTokens} may end a completion
 * @param logprobs likeliest tokens to report at each position beside the sampled one; -1 for the
 *     whole vocabulary
 * @param promptLogprobs the same for the prompt's positions
 * @param logprobTokenIds ids to report instead of the likeliest, at most 128
 * @param detokenize whether text is made
 * @param skipSpecialTokens whether special tokens are left out of the text
 * @param spacesBetweenSpecialTokens whether adjacent added tokens are separated by a space where
 *     the tokenizer does so
 * @param includeStopStrInOutput whether the stop string or end token stays in the text
 * @param outputKind what each output holds
 * @param logitBias added to the logits of these ids
 * @param allowedTokenIds the only ids that may be sampled
 * @param badWords words that must not appear in the output
 * @param repetitionDetection ends a completion that repeats itself
 * @param skipReadingPrefixCache whether cached prefixes are not used for this request; always true
 *     with {@code promptLogprobs}
 * @param extraArgs opaque arguments for extensions
 */
public record SamplingParams(
    int n,
    double presencePenalty,
    double frequencyPenalty,
    double repetitionPenalty,
    double temperature,
    double topP,
    int topK,
    double minP,
    @Nullable Long seed,
    List<String> stop,
    List<Integer> stopTokenIds,
    boolean ignoreEos,
    @Nullable Integer maxTokens,
    int minTokens,
    @Nullable Integer logprobs,
    @Nullable Integer promptLogprobs,
    @Nullable List<Integer> logprobTokenIds,
    boolean detokenize,
    boolean skipSpecialTokens,
    boolean spacesBetweenSpecialTokens,
    boolean includeStopStrInOutput,
    RequestOutputKind outputKind,
    @Nullable Map<Integer, Double> logitBias,
    @Nullable List<Integer> allowedTokenIds,
    List<String> badWords,
    @Nullable RepetitionDetection repetitionDetection,
    boolean skipReadingPrefixCache,
    Map<String, Object> extraArgs) {
  /** Positive temperatures below this are raised to it: smaller ones overflow the logits. */
  static final double MIN_TEMPERATURE = 1e-2;

  /** Most completions a request may ask for. */
  public static final int MAX_N = 16384;

  /** Most ids in {@code logprobTokenIds}. */
  public static final int MAX_LOGPROB_TOKEN_IDS = 128;

  /**
   * @throws ValidationException if a value is outside its range or two contradict each other
   */
  public SamplingParams {
    SamplingParamsRules.check("presence_penalty", presencePenalty, -2, 2);
    SamplingParamsRules.check("frequency_penalty", frequencyPenalty, -2, 2);
    SamplingParamsRules.checkPositive("repetition_penalty", repetitionPenalty);
    SamplingParamsRules.check("temperature", temperature, 0, Double.MAX_VALUE);
    SamplingParamsRules.checkTopP(topP);
    SamplingParamsRules.check("min_p", minP, 0, 1);
    if (topK < -1) {
      throw new ValidationException("top_k must be -1 or more", "top_k", topK);
    }
    seed = seed != null && seed == -1 ? null : seed;
    stop = List.copyOf(stop);
    stopTokenIds = TokenIds.copyOf(stopTokenIds);
    badWords = List.copyOf(badWords);
    logitBias = logitBias == null ? null : Map.copyOf(logitBias);
    allowedTokenIds = allowedTokenIds == null ? null : TokenIds.copyOf(allowedTokenIds);
    logprobTokenIds = logprobTokenIds == null ? null : TokenIds.copyOf(logprobTokenIds);
    extraArgs = Map.copyOf(extraArgs);
    SamplingParamsRules.checkCounts(n, maxTokens, minTokens);
    SamplingParamsRules.checkLogprobs(logprobs, promptLogprobs, logprobTokenIds);
    SamplingParamsRules.checkTexts(stop, badWords, detokenize);
    SamplingParamsRules.checkIds(logitBias, allowedTokenIds);
    skipReadingPrefixCache = skipReadingPrefixCache || promptLogprobs != null;
    if (temperature == 0) {
      if (n > 1) {
        throw new ValidationException("greedy sampling gives n equal completions, use n=1", "n", n);
      }
      topP = 1;
      topK = 0;
      minP = 0;
    } else {
      temperature = Math.max(temperature, MIN_TEMPERATURE);
    }
  }

  /** Whether each token is the likeliest one. */
  public boolean greedy() {
    return temperature == 0;
  }

  /** All defaults. */
  public static SamplingParams defaults() {
    return builder().build();
  }

  /** Greedy sampling of at most {@code maxTokens} tokens. */
  public static SamplingParams greedy(int maxTokens) {
    return builder().temperature(0).maxTokens(maxTokens).build();
  }

  /** A builder with all defaults. */
  public static SamplingParamsBuilder builder() {
    return new SamplingParamsBuilder();
  }

  /** A builder with these values. */
  public SamplingParamsBuilder toBuilder() {
    return new SamplingParamsBuilder(this);
  }

  /** A copy with some values changed. */
  public SamplingParams with(UnaryOperator<SamplingParamsBuilder> change) {
    return change.apply(toBuilder()).build();
  }
}
