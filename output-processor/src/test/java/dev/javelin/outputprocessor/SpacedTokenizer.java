// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Joins tokens with blanks, as a vocabulary without a decoder does. */
record SpacedTokenizer(Tokenizer tokens) implements Tokenizer {
  @Override
  public String decode(List<Integer> ids, boolean skipSpecialTokens) {
    return ids.stream()
        .map(id -> tokens.decode(List.of(id), skipSpecialTokens))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }

  @Override
  public TokenIds encode(String text, boolean addSpecialTokens) {
    return tokens.encode(text, addSpecialTokens);
  }

  @Override
  public List<TokenIds> encodeAll(List<String> texts, boolean addSpecialTokens) {
    return tokens.encodeAll(texts, addSpecialTokens);
  }

  @Override
  public OptionalInt tokenToId(String token) {
    return tokens.tokenToId(token);
  }

  @Override
  public boolean isSpecial(int id) {
    return tokens.isSpecial(id);
  }

  @Override
  public Map<Integer, String> addedTokens() {
    return tokens.addedTokens();
  }

  @Override
  public int vocabSize() {
    return tokens.vocabSize();
  }

  @Override
  public int maxTokenLength() {
    return tokens.maxTokenLength();
  }

  @Override
  public void close() {
    tokens.close();
  }
}
