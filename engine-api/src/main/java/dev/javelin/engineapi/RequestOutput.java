// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a request has produced.
 *
 * @param requestId the id that the caller gave
 * @param prompt the prompt's text, null if it came as token ids
 * @param promptTokenIds the prompt's token ids
 * @param promptLogprobs for each prompt token the candidates by id, null at the first; null if none
 *     were asked for
 * @param outputs the completions; which ones depends on {@link RequestOutputKind}
 * @param finished whether the whole request has ended
 * @param metrics times and counts, null unless statistics are on
 * @param numCachedTokens prompt tokens that came from the prefix cache; null before the first token
 */
public record RequestOutput(
    String requestId,
    @Nullable String prompt,
    TokenIds promptTokenIds,
    @Nullable List<@Nullable Map<Integer, Logprob>> promptLogprobs,
    List<CompletionOutput> outputs,
    boolean finished,
    @Nullable RequestMetrics metrics,
    @Nullable Integer numCachedTokens) {
  public RequestOutput {
    outputs = List.copyOf(outputs);
  }
}
