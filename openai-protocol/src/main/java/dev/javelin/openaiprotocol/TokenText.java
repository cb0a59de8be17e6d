// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.Logprob;
import org.jspecify.annotations.Nullable;

/** How the tokens of log-probabilities are written. */
final class TokenText {
  private TokenText() {}

  /**
   * The token's text; its id where there is no text, or where ids were asked for.
   *
   * @param asTokenId whether ids were asked for ({@code return_tokens_as_token_ids})
   */
  static String of(int id, @Nullable String decoded, boolean asTokenId) {
    return asTokenId || decoded == null ? "token_id:" + id : decoded;
  }

  static String of(int id, Logprob logprob, boolean asTokenId) {
    return of(id, logprob.decodedToken(), asTokenId);
  }
}
