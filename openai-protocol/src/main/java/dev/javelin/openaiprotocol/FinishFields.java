// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.StopReason;
import org.jspecify.annotations.Nullable;

/** How a completion's end is written. */
final class FinishFields {
  private FinishFields() {}

  /**
   * @throws ApiException with status 500 if the completion failed inside the engine
   */
  static @Nullable String finishReason(CompletionOutput output) {
    FinishReason reason = output.finishReason();
    if (reason == FinishReason.ERROR) {
      throw new ApiException(
          500, "the request failed inside the engine: " + stopReason(output), null);
    }
    return reason == null ? null : reason.wireName();
  }

  /** A token id, a string, or null. */
  static @Nullable Object stopReason(CompletionOutput output) {
    StopReason reason = output.stopReason();
    if (reason instanceof StopReason.Token token) {
      return token.tokenId();
    }
    return reason instanceof StopReason.Text text ? text.text() : null;
  }
}
