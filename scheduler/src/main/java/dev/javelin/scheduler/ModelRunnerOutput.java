// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the model runner made of a step.
 *
 * @param results by request id, one for each scheduled request
 */
public record ModelRunnerOutput(Map<String, RequestResult> results) {
  public ModelRunnerOutput {
    results = Map.copyOf(results);
  }

  /**
   * @param sampledTokenIds empty exactly if the step did not reach the request's last known token
   * @param logprobs one entry a sampled token, null if none were asked for
   * @param promptLogprobs those of the whole prompt, once, with the first sampled token
   * @param errorMessage why this request, and no other, ends; null if nothing went wrong. Its keys
   *     and values of the step must have been computed all the same, since other requests of the
   *     step may share them
   */
  public record RequestResult(
      TokenIds sampledTokenIds,
      @Nullable List<TokenLogprobs> logprobs,
      @Nullable List<TokenLogprobs> promptLogprobs,
      @Nullable String errorMessage) {
    /** That of a request whose prefill goes on. */
    public static final RequestResult NONE = new RequestResult(TokenIds.empty(), null, null, null);
  }
}
