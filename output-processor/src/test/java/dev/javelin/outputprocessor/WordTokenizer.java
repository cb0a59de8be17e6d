// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Decodes as Llama's first vocabulary does: ids below 256 are bytes, a run of which is U+FFFD for
 * each byte unless all of it is UTF-8; the others are words, where U+2581 is a blank; one blank at
 * the start is dropped.
 */
final class WordTokenizer implements Tokenizer {
  static final int FIRST_WORD = 256;

  private final List<String> words;

  WordTokenizer(String... words) {
    this.words = List.of(words);
  }

  @Override
  public String decode(List<Integer> ids, boolean skipSpecialTokens) {
    StringBuilder text = new StringBuilder();
    ByteBuffer run = ByteBuffer.allocate(ids.size());
    for (int id : ids) {
      if (id < FIRST_WORD) {
        run.put((byte) id);
      } else {
        flushRun(run, text);
        text.append(words.get(id - FIRST_WORD).replace('\u2581', ' '));
      }
    }
    flushRun(run, text);
    return text.length() > 0 && text.charAt(0) == ' ' ? text.substring(1) : text.toString();
  }

  private static void flushRun(ByteBuffer run, StringBuilder text) {
    run.flip();
    try {
      text.append(StandardCharsets.UTF_8.newDecoder().decode(run.duplicate()));
    } catch (CharacterCodingException e) {
      text.append("\uFFFD".repeat(run.remaining()));
    }
    run.clear();
  }

  @Override
  public OptionalInt tokenToId(String token) {
    if (token.matches("<0x[0-9A-F]{2}>")) {
      return OptionalInt.of(Integer.parseInt(token.substring(3, 5), 16));
    }
    int index = words.indexOf(token);
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(FIRST_WORD + index);
  }

  @Override
  public boolean isSpecial(int id) {
    return false;
  }

  @Override
  public Map<Integer, String> addedTokens() {
    return new HashMap<>();
  }

  @Override
  public int vocabSize() {
    return FIRST_WORD + words.size();
  }

  @Override
  public TokenIds encode(String text, boolean addSpecialTokens) {
    throw new UnsupportedOperationException("only decodes");
  }

  @Override
  public List<TokenIds> encodeAll(List<String> texts, boolean addSpecialTokens) {
    throw new UnsupportedOperationException("only decodes");
  }

  @Override
  public int maxTokenLength() {
    return words.stream().mapToInt(String::length).max().orElse(1);
  }

  @Override
  public void close() {}
}
