// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a model continues: text, or token ids made elsewhere. */
public sealed interface Prompt {
  /** A prompt of text, tokenized with the special tokens that the tokenizer adds. */
  static Prompt text(String text) {
    return new Text(text, null);
  }

  /** A prompt of token ids, used as they are. */
  static Prompt tokens(int... ids) {
    return new Tokens(TokenIds.of(ids), null, null);
  }

  /** A prompt of token ids, used as they are. */
  static Prompt tokens(List<Integer> ids) {
    return new Tokens(TokenIds.copyOf(ids), null, null);
  }

  /** The salt that keeps this prompt's prefix cache entries apart from those of other salts. */
  Optional<String> salt();

  /**
   * @param text the prompt
   * @param cacheSalt keeps prefix cache entries of different salts apart
   */
  record Text(String text, @Nullable String cacheSalt) implements Prompt {
    @Override
    public Optional<String> salt() {
      return Optional.ofNullable(cacheSalt);
    }
  }

  /**
   * @param ids the prompt's token ids
   * @param text the text the ids came from, echoed in outputs; null where there is none
   * @param cacheSalt keeps prefix cache entries of different salts apart
   */
  record Tokens(TokenIds ids, @Nullable String text, @Nullable String cacheSalt) implements Prompt {
    @Override
    public Optional<String> salt() {
      return Optional.ofNullable(cacheSalt);
    }
  }
}
