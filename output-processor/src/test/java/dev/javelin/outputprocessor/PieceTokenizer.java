// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** A byte-level tokenizer whose tokens are the given byte pieces, in order of their ids. */
final class PieceTokenizer implements Tokenizer {
  private final List<byte[]> pieces;
  private final Set<Integer> special;

  /** Counts tokens given to {@link #decode}. */
  int decodedTokens;

  /** Decoding this id fails. */
  int poison = -1;

  private PieceTokenizer(List<byte[]> pieces, Set<Integer> special) {
    this.pieces = pieces;
    this.special = special;
  }

  static PieceTokenizer ofTexts(List<String> texts, Integer... special) {
    return new PieceTokenizer(
        texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList(),
        Set.of(special));
  }

  static PieceTokenizer ofHex(List<String> hex, Set<Integer> special) {
    return new PieceTokenizer(hex.stream().map(HexFormat.of()::parseHex).toList(), special);
  }

  /** The 256 single bytes, by id. */
  static PieceTokenizer ofBytes() {
    List<byte[]> pieces = new ArrayList<>();
    for (int value = 0; value < 256; value++) {
      pieces.add(new byte[] {(byte) value});
    }
    return new PieceTokenizer(pieces, Set.of());
  }

  static TokenIds bytes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    int[] ids = new int[bytes.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = Byte.toUnsignedInt(bytes[i]);
    }
    return TokenIds.of(ids);
  }

  @Override
  public String decode(List<Integer> ids, boolean skipSpecialTokens) {
    decodedTokens += ids.size();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int id : ids) {
      if (id == poison) {
        throw new IllegalStateException("Invalid prefix encountered");
      }
      if (id >= 0 && id < pieces.size() && !(skipSpecialTokens && special.contains(id))) {
        bytes.writeBytes(pieces.get(id));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public OptionalInt tokenToId(String token) {
    // As in GPT-2's alphabet, where U+FFFD's three bytes are these letters.
    String content = token.equals("\u00EF\u00BF\u00BD") ? "\uFFFD" : token;
    for (int id = 0; id < pieces.size(); id++) {
      if (new String(pieces.get(id), StandardCharsets.UTF_8).equals(content)
          && pieces.get(id).length == content.getBytes(StandardCharsets.UTF_8).length) {
        return OptionalInt.of(id);
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public boolean isSpecial(int id) {
    return special.contains(id);
  }

  @Override
  public Map<Integer, String> addedTokens() {
    Map<Integer, String> added = new HashMap<>();
    special.forEach(id -> added.put(id, new String(pieces.get(id), StandardCharsets.UTF_8)));
    return added;
  }

  @Override
  public int vocabSize() {
    return pieces.size();
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
    return pieces.stream().mapToInt(piece -> piece.length).max().orElse(0);
  }

  @Override
  public void close() {}
}
