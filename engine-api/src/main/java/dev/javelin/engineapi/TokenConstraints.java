// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sampling constraints that need the tokenizer or the model's files to resolve, as token ids.
 *
 * @param eosTokenId the id that ends the request without a stop reason; null with {@code
 *     ignore_eos}
 * @param allStopTokenIds every id that {@code min_tokens} keeps from being sampled: end-of-sequence
 *     ids (also with {@code ignore_eos}) and {@code stop_token_ids}
 * @param badWords token sequences that must not appear
 */
public record TokenConstraints(
    @Nullable Integer eosTokenId, TokenIds allStopTokenIds, List<TokenIds> badWords) {
  /** No end-of-sequence id, no bans. */
  public static final TokenConstraints NONE =
      new TokenConstraints(null, TokenIds.empty(), List.of());

  public TokenConstraints {
    badWords = List.copyOf(badWords);
  }
}
