// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One completion of a request.
 *
 * @param index 0 to n - 1
 * @param text generated text, without the stop string unless asked for; {@code ""} where nothing is
 *     detokenized
 * @param tokenIds generated ids, including end-of-sequence and stop tokens and every token of a
 *     stop string
 * @param cumulativeLogprob sum of the sampled tokens' log-probabilities, or null if none were asked
 *     for
 * @param logprobs for each token of {@code tokenIds} the candidates by id, the sampled one first;
 *     null if none were asked for
 * @param finishReason why it ended, null until then
 * @param stopReason what ended it, where {@code finishReason} alone does not say
 */
public record CompletionOutput(
    int index,
    String text,
    TokenIds tokenIds,
    @Nullable Float cumulativeLogprob,
    @Nullable List<Map<Integer, Logprob>> logprobs,
    @Nullable FinishReason finishReason,
    @Nullable StopReason stopReason) {
  /** Whether this completion has ended. */
  public boolean finished() {
    return finishReason != null;
  }
}
