// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/** Turns words that must not appear into the token sequences that spell them, by vLLM's rule. */
final class BadWords {
  private BadWords() {}

  /**
   * The sequences of each word: as at the beginning of a text, and as after a blank where that is
   * another sequence of the same length. Nothing for a word of white space only.
   */
  static List<TokenIds> toTokenIds(Tokenizer tokenizer, List<String> words) {
    List<TokenIds> sequences = new ArrayList<>();
    for (String word : words) {
      String bare = stripLeadingWhiteSpace(word);
      TokenIds first = TokenIds.copyOf(tokenizer.encode(bare, false));
      if (first.isEmpty()) {
        continue;
      }
      sequences.add(first);
      TokenIds spaced = TokenIds.copyOf(tokenizer.encode(" " + bare, false));
      if (spaced.size() == first.size() && spaced.getInt(0) != first.getInt(0)) {
        sequences.add(spaced);
      }
    }
    return sequences;
  }

  private static String stripLeadingWhiteSpace(String word) {
    int start = 0;
    while (start < word.length() && isWhiteSpace(word.charAt(start))) {
      start++;
    }
    return word.substring(start);
  }

  /** Unicode white space as Python's {@code str.isspace} has it, all in the basic plane. */
  private static boolean isWhiteSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
  }
}
