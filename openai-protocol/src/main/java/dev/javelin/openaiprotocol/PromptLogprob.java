// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.javelin.engineapi.Logprob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One candidate at a prompt position, as vLLM's {@code prompt_logprobs} extension writes it. */
public record PromptLogprob(
    double logprob, int rank, @JsonProperty("decoded_token") @Nullable String decodedToken) {
  /** JSON has no infinity; this is what OpenAI and vLLM write for a masked token. */
  static final double LOWEST = -9999;

  /** A log-probability that JSON can hold, with the digits of its float. */
  static double finite(float logprob) {
    return logprob > LOWEST ? Double.parseDouble(Float.toString(logprob)) : LOWEST;
  }

  static @Nullable List<@Nullable Map<String, PromptLogprob>> of(
      @Nullable List<Map<Integer, Logprob>> positions) {
    if (positions == null) {
      return null;
    }
    List<@Nullable Map<String, PromptLogprob>> result = new ArrayList<>();
    for (Map<Integer, Logprob> position : positions) {
      if (position == null) {
        result.add(null);
        continue;
      }
      Map<String, PromptLogprob> candidates = new LinkedHashMap<>();
      position.forEach(
          (id, entry) ->
              candidates.put(
                  id.toString(),
                  new PromptLogprob(finite(entry.logprob()), entry.rank(), entry.decodedToken())));
      result.add(candidates);
    }
    return result;
  }
}
