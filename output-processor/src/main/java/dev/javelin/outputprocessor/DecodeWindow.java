// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.Arrays;

/**
 * The few last tokens of a sequence that decide what the next one looks like: context whose text is
 * shown already, followed by held tokens whose text is not.
 */
final class DecodeWindow {
  private final Tokenizer tokenizer;
  private final boolean skipSpecialTokens;
  private int[] ids = new int[8];
  private int size;

  DecodeWindow(Tokenizer tokenizer, boolean skipSpecialTokens) {
    this.tokenizer = tokenizer;
    this.skipSpecialTokens = skipSpecialTokens;
  }

  int size() {
    return size;
  }

  void add(int id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
    }
    ids[size++] = id;
  }

  /** Puts other tokens in place of these. */
  void replace(TokenIds tokens) {
    size = 0;
    tokens.forEach(this::add);
  }

  /** Forgets the tokens before {@code index}. */
  void dropBefore(int index) {
    System.arraycopy(ids, index, ids, 0, size - index);
    size -= index;
  }

  /** Forgets the tokens from {@code index} on. */
  void truncate(int index) {
    size = index;
  }

  /** The tokens from {@code index} on. */
  int[] from(int index) {
    return Arrays.copyOfRange(ids, index, size);
  }

  /** The text of tokens {@code [from, to)} decoded on their own. */
  String decode(int from, int to) {
    return from == to
        ? ""
        : tokenizer.decode(TokenIds.copyOfRange(ids, from, to), skipSpecialTokens);
  }
}
