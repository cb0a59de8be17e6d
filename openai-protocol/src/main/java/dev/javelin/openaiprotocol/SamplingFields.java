// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the fields that say how tokens are chosen, which both endpoints share. */
final class SamplingFields {
  /** OpenAI's range; the engine itself has no upper limit. */
  private static final double MAX_TEMPERATURE = 2;

  private static final double MAX_BIAS = 100;

  /** Fields whose features are not built: refused, never ignored, unless they ask for nothing. */
  private static final Map<String, Set<Object>> UNSUPPORTED =
      Map.of(
          "suffix", Set.of(""),
          "use_beam_search", Set.of(false),
          "response_format", Set.of(Map.of("type", "text")),
          "structured_outputs", Set.of(),
          "guided_json", Set.of(),
          "guided_regex", Set.of(),
          "guided_choice", Set.of(),
          "guided_grammar", Set.of());

  private SamplingFields() {}

  /**
   * @param defaults what absent fields mean: the model's own sampling defaults
   */
  static SamplingParamsBuilder read(JsonFields fields, SamplingParams defaults) {
    refuseUnsupported(fields);
    SamplingParamsBuilder builder = defaults.toBuilder().outputKind(RequestOutputKind.FINAL_ONLY);
    Integer n = fields.integer("n");
    builder.n(n == null ? 1 : n);
    builder.temperature(temperature(fields, defaults));
    builder.topP(or(fields.decimal("top_p"), defaults.topP()));
    builder.minP(or(fields.decimal("min_p"), defaults.minP()));
    Integer topK = fields.integer("top_k");
    builder.topK(topK == null ? defaults.topK() : topK);
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
    Integer minTokens = fields.integer("min_tokens");
    builder.minTokens(minTokens == null ? 0 : minTokens);
    builder.promptLogprobs(fields.integer("prompt_logprobs"));
    builder.logprobTokenIds(fields.integers("logprob_token_ids"));
    builder.detokenize(fields.bool("detokenize", true));
    builder.skipSpecialTokens(fields.bool("skip_special_tokens", true));
    builder.spacesBetweenSpecialTokens(fields.bool("spaces_between_special_tokens", true));
    builder.includeStopStrInOutput(fields.bool("include_stop_str_in_output", false));
    return builder;
  }

  private static void refuseUnsupported(JsonFields fields) {
    for (Map.Entry<String, Set<Object>> entry : UNSUPPORTED.entrySet()) {
      var node = fields.node(entry.getKey());
      if (node != null && !entry.getValue().contains(Json.toJava(node))) {
        throw ApiException.badRequest(entry.getKey() + " is not supported", entry.getKey());
      }
    }
    if (fields.bool("stream", false)) {
      throw ApiException.badRequest(
          "stream is not possible here, leave it out or set it to false", "stream");
    }
    if (fields.has("stream_options")) {
      throw ApiException.badRequest("stream_options needs stream=true", "stream_options");
    }
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

  private static double or(@Nullable Double value, double fallback) {
    return value == null ? fallback : value;
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
