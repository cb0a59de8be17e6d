// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * What exactly ended a request with {@link FinishReason#STOP} or {@link FinishReason#REPETITION}.
 */
public sealed interface StopReason {
  /** One of {@code stop_token_ids}, or a secondary end-of-sequence id of the generation config. */
  record Token(int tokenId) implements StopReason {}

  /** One of the {@code stop} strings, {@code "repetition_detected"}, or the message of an error. */
  record Text(String text) implements StopReason {}
}
