// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Turns text into token ids and back. Implementations are immutable and safe for many threads. */
public interface Tokenizer extends AutoCloseable {
  /**
   * The ids of a text. Special tokens written in the text are recognised.
   *
   * @param addSpecialTokens whether the tokenizer's own additions (BOS, EOS, [CLS], ...) are made
   */
  TokenIds encode(String text, boolean addSpecialTokens);

  /** The ids of each text, in order; may use several threads. */
  List<TokenIds> encodeAll(List<String> texts, boolean addSpecialTokens);

  /**
   * The text of ids. Ids outside the vocabulary are left out; bytes that are not UTF-8 become
   * U+FFFD.
   *
   * @param skipSpecialTokens whether special tokens are left out
   */
  String decode(List<Integer> ids, boolean skipSpecialTokens);

  /** The id of a token's exact content in the vocabulary, added tokens included. */
  OptionalInt tokenToId(String token);

  /** Whether an id is a special token (one that {@link #decode} can skip). */
  boolean isSpecial(int id);

  /** The content of each added token by id, special or not. */
  Map<Integer, String> addedTokens();

  /** The highest id plus one. */
  int vocabSize();

  /**
   * The length in UTF-16 units of the longest token; bounds how many tokens a text can need at
   * least.
   */
  int maxTokenLength();

  @Override
  void close();
}
