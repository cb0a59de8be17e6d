// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step produced for one request.
 *
 * @param requestId the internal id
 * @param newTokenIds tokens sampled in this step, may be empty
 * @param newLogprobs one entry a new token, null if none were asked for
 * @param promptLogprobs one entry a prompt token from the second on, delivered once; null otherwise
 * @param finishReason why the request ended, null while it runs
 * @param stopReason what ended it
 * @param errorMessage the cause where {@code finishReason} is {@link FinishReason#ERROR}
 * @param events what happened since the last output; empty unless statistics are on
 * @param prefillStats on the first output only
 */
public record EngineCoreOutput(
    String requestId,
    TokenIds newTokenIds,
    @Nullable List<TokenLogprobs> newLogprobs,
    @Nullable List<TokenLogprobs> promptLogprobs,
    @Nullable FinishReason finishReason,
    @Nullable StopReason stopReason,
    @Nullable String errorMessage,
    List<EngineCoreEvent> events,
    @Nullable PrefillStats prefillStats) {
  public EngineCoreOutput {
    events = List.copyOf(events);
  }

  /** An output that ends a request without tokens. */
  public static EngineCoreOutput ended(
      String requestId, FinishReason reason, @Nullable String errorMessage) {
    return new EngineCoreOutput(
        requestId, TokenIds.empty(), null, null, reason, null, errorMessage, List.of(), null);
  }

  /** Whether the request has ended. */
  public boolean finished() {
    return finishReason != null;
  }
}
