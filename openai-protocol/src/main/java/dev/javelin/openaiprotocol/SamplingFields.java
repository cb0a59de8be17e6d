// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.RepetitionDetection;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the fields that say how tokens are chosen, which both endpoints share. */
final class SamplingFields {
  /** OpenAI's range; the engine itself has no upper limit. */
  private static final double MAX_TEMPERATURE = 2;

  private static final double MAX_BIAS = 100;

  private SamplingFields() {}

  /**
   * @param defaults what absent fields mean: the model's own sampling defaults
   */
  static SamplingParamsBuilder read(JsonFields fields, SamplingParams defaults) {
    UnsupportedFields.refuse(fields);
    SamplingParamsBuilder builder = defaults.toBuilder().outputKind(RequestOutputKind.FINAL_ONLY);
    builder.n(or(fields.integer("n"), 1));
    builder.temperature(temperature(fields, defaults));
    builder.topP(or(fields.decimal("top_p"), defaults.topP()));
    builder.minP(or(fields.decimal("min_p"), defaults.minP()));
    builder.topK(or(fields.integer("top_k"), defaults.topK()));
    builder.presencePenalty(or(fields.decimal("presence_penalty"), 0));
    builder.frequencyPenalty(or(fields.decimal("frequency_penalty"), 0));
    builder.repetitionPenalty(
        or(fields.decimal("repetition_penalty"), defaults.repetitionPenalty()));
    builder.seed(fields.longInteger("seed"));
    builder.stop(orEmpty(fields.texts("stop")));
    builder.stopTokenIds(orEmpty(fields.integers("stop_token_ids")));
    builder.badWords(orEmpty(fields.texts("bad_words")));
    builder.allowedTokenIds(fields.integers("allowed_token_ids"));
    builder.logitBias(clamped(fields.biases("logit_bias")));
    builder.ignoreEos(fields.bool("ignore_eos", false));
    builder.minTokens(or(fields.integer("min_tokens"), 0));
    builder.promptLogprobs(fields.integer("prompt_logprobs"));
    builder.logprobTokenIds(fields.integers("logprob_token_ids"));
    builder.detokenize(fields.bool("detokenize", true));
    builder.skipSpecialTokens(fields.bool("skip_special_tokens", true));
    builder.spacesBetweenSpecialTokens(fields.bool("spaces_between_special_tokens", true));
    builder.includeStopStrInOutput(fields.bool("include_stop_str_in_output", false));
    builder.repetitionDetection(repetitionDetection(fields));
    return builder;
  }

  private static @Nullable RepetitionDetection repetitionDetection(JsonFields fields) {
    JsonFields detection = fields.object("repetition_detection");
    return detection == null
        ? null
        : new RepetitionDetection(
            or(detection.integer("max_pattern_size"), 0),
            or(detection.integer("min_pattern_size"), 0),
            or(detection.integer("min_count"), 0));
  }

  private static double temperature(JsonFields fields, SamplingParams defaults) {
    double temperature = or(fields.decimal("temperature"), defaults.temperature());
    if (temperature > MAX_TEMPERATURE) {
      throw ApiException.badRequest(
          "temperature must be in [0, 2]: temperature=" + temperature, "temperature");
    }
    return temperature;
  }

  private static @Nullable Map<Integer, Double> clamped(@Nullable Map<Integer, Double> biases) {
    if (biases == null) {
      return null;
    }
    Map<Integer, Double> clamped = new HashMap<>();
    biases.forEach((id, bias) -> clamped.put(id, Math.max(-MAX_BIAS, Math.min(MAX_BIAS, bias))));
    return clamped;
  }

  private static int or(@Nullable Integer value, int fallback) {
    return value == null ? fallback : value;
  }

  private static double or(@Nullable Double value, double fallback) {
    return value == null ? fallback : value;
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
