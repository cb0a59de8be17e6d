// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The limits of {@link SamplingParams}, spelled for users. */
final class SamplingParamsRules {
  private SamplingParamsRules() {}

  /** Comparisons are written so that NaN fails them. */
  static void check(String parameter, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      String range =
          max == Double.MAX_VALUE ? min + " or more and finite" : "in [" + min + ", " + max + "]";
      throw new ValidationException(parameter + " must be " + range, parameter, value);
    }
  }

  static void checkPositive(String parameter, double value) {
    if (!(value > 0 && value <= Double.MAX_VALUE)) {
      throw new ValidationException(parameter + " must be over 0 and finite", parameter, value);
    }
  }

  static void checkTopP(double topP) {
    if (!(topP > 0 && topP <= 1)) {
      throw new ValidationException("top_p must be in (0, 1]", "top_p", topP);
    }
  }

  static void checkCounts(int n, @Nullable Integer maxTokens, int minTokens) {
    if (n < 1 || n > SamplingParams.MAX_N) {
      throw new ValidationException("n must be in [1, " + SamplingParams.MAX_N + "]", "n", n);
    }
    if (maxTokens != null && maxTokens < 1) {
      throw new ValidationException("max_tokens must be 1 or more", "max_tokens", maxTokens);
    }
    if (minTokens < 0) {
      throw new ValidationException("min_tokens must be 0 or more", "min_tokens", minTokens);
    }
    if (maxTokens != null && minTokens > maxTokens) {
      throw new ValidationException(
          "min_tokens must not exceed max_tokens=" + maxTokens, "min_tokens", minTokens);
    }
  }

  static void checkLogprobs(
      @Nullable Integer logprobs, @Nullable Integer promptLogprobs, @Nullable List<Integer> ids) {
    checkLogprobs("logprobs", logprobs);
    checkLogprobs("prompt_logprobs", promptLogprobs);
    if (ids == null) {
      return;
    }
    if (ids.isEmpty() || ids.size() > SamplingParams.MAX_LOGPROB_TOKEN_IDS) {
      throw new ValidationException(
          "logprob_token_ids must hold 1 to " + SamplingParams.MAX_LOGPROB_TOKEN_IDS + " ids",
          "length",
          ids.size());
    }
    if (logprobs != null && logprobs != ids.size()) {
      throw new ValidationException(
          "logprobs must equal the length of logprob_token_ids, " + ids.size(),
          "logprobs",
          logprobs);
    }
  }

  private static void checkLogprobs(String parameter, @Nullable Integer value) {
    if (value != null && value < -1) {
      throw new ValidationException(parameter + " must be -1 or more", parameter, value);
    }
  }

  static void checkTexts(List<String> stop, List<String> badWords, boolean detokenize) {
    if (stop.stream().anyMatch(String::isEmpty)) {
      throw new ValidationException("a stop string must not be empty", "stop", stop);
    }
    if (!stop.isEmpty() && !detokenize) {
      throw new ValidationException("stop strings need detokenize=true", "stop", stop);
    }
    if (badWords.stream().anyMatch(String::isEmpty)) {
      throw new ValidationException("a bad word must not be empty", "bad_words", badWords);
    }
  }

  static void checkIds(
      @Nullable Map<Integer, Double> logitBias, @Nullable List<Integer> allowedTokenIds) {
    if (allowedTokenIds != null && allowedTokenIds.isEmpty()) {
      throw new ValidationException(
          "allowed_token_ids must not be empty", "allowed_token_ids", allowedTokenIds);
    }
    if (logitBias == null) {
      return;
    }
    logitBias.forEach(
        (id, bias) -> {
          if (!Double.isFinite(bias)) {
            throw new ValidationException(
                "a logit bias must be finite", "logit_bias[" + id + "]", bias);
          }
        });
  }
}
