// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IncrementalDetokenizerTest {
  private static final String FACE = "\uD83D\uDE00";
  private static final String BAD = "\uFFFD";

  private final PieceTokenizer bytes = PieceTokenizer.ofBytes();

  private static IncrementalDetokenizer after(Tokenizer tokenizer, TokenIds prompt) {
    return new IncrementalDetokenizer(tokenizer, prompt, true, true);
  }

  private static List<String> stream(IncrementalDetokenizer detokenizer, List<Integer> ids) {
    List<String> deltas = new ArrayList<>(ids.stream().map(detokenizer::append).toList());
    deltas.add(detokenizer.flush());
    return deltas;
  }

  private static List<String> stream(Tokenizer tokenizer, List<Integer> ids) {
    return stream(after(tokenizer, TokenIds.empty()), ids);
  }

  private static List<String> tail(List<String> deltas, int count) {
    return deltas.subList(deltas.size() - count, deltas.size());
  }

  @Test
  void append_characterOverFourTokens_isShownWhole() {
    assertThat(stream(bytes, PieceTokenizer.bytes("f09f988021")))
        .containsExactly("", "", "", FACE, "!", "");
  }

  @Test
  void flush_incompleteCharacter_isOneReplacement() {
    assertThat(stream(bytes, PieceTokenizer.bytes("41f09f98")))
        .containsExactly("A", "", "", "", BAD);
  }

  @Test
  void flush_calledTwice_addsNothing() {
    IncrementalDetokenizer detokenizer = after(bytes, TokenIds.empty());
    stream(detokenizer, PieceTokenizer.bytes("41f0"));
    assertThat(detokenizer.flush()).isEmpty();
  }

  @Test
  void append_promptOfText_isNeverShown() {
    TokenIds prompt = PieceTokenizer.bytes("68656c6c6f20776f726c642068656c6c6f20776f726c64");
    assertThat(stream(after(bytes, prompt), PieceTokenizer.bytes("2121")))
        .containsExactly("!", "!", "");
  }

  @Test
  void append_promptEndsInsideCharacter_completesItWithoutPromptText() {
    TokenIds prompt = PieceTokenizer.bytes("6869f09f");
    assertThat(stream(after(bytes, prompt), PieceTokenizer.bytes("98802161")))
        .containsExactly("", FACE, "!", "a", "");
  }

  @Test
  void append_promptEndsInsideCharacterInOneTokenWithText_keepsThatTextBack() {
    PieceTokenizer tokenizer =
        PieceTokenizer.ofHex(List.of("6869", "20f09f", "9880", "61"), Set.of());
    assertThat(stream(after(tokenizer, TokenIds.of(0, 1)), TokenIds.of(2, 3)))
        .containsExactly(FACE, "a", "");
  }

  @Test
  void append_promptsCharacterIsNotCompleted_keepsItsReplacementBack() {
    TokenIds prompt = PieceTokenizer.bytes("6869f09f");
    assertThat(stream(after(bytes, prompt), PieceTokenizer.bytes("2161")))
        .containsExactly("!", "a", "");
  }

  @Test
  void flush_promptEndsInsideCharacterAndNothingFollows_isEmpty() {
    assertThat(after(bytes, PieceTokenizer.bytes("6869f09f")).flush()).isEmpty();
  }

  @Test
  void append_promptOfBadBytesOnly_isNeverShown() {
    TokenIds prompt = PieceTokenizer.bytes("80".repeat(100));
    assertThat(stream(after(bytes, prompt), PieceTokenizer.bytes("4142")))
        .containsExactly("A", "B", "");
  }

  @Test
  void append_byteFallbackPromptEndsInsideCharacter_completesItWithoutPromptText() {
    WordTokenizer tokenizer = new WordTokenizer("\u2581hi", "\u2581x");
    TokenIds prompt = TokenIds.of(WordTokenizer.FIRST_WORD, 0xF0, 0x9F);
    assertThat(stream(after(tokenizer, prompt), TokenIds.of(0x98, 0x80, 257)))
        .containsExactly("", FACE, " x", "");
  }

  @Test
  void append_promptIsALongRunOfFallbackBytes_doesNotSpoilTheNextCharacter() {
    WordTokenizer tokenizer = new WordTokenizer("\u2581z");
    TokenIds character = TokenIds.of(0xE9, 0xBE, 0x98);
    TokenIds prompt = character.concat(character).concat(character).concat(character);
    assertThat(stream(after(tokenizer, prompt), character)).containsExactly("", "", "\u9F98", "");
  }

  @Test
  void append_wordsWithLeadingBlank_loseOnlyTheFirst() {
    WordTokenizer tokenizer = new WordTokenizer("\u2581Hello", "\u2581");
    assertThat(stream(tokenizer, TokenIds.of(256, 256, 257, 256)))
        .containsExactly("Hello", " Hello", " ", " Hello", "");
    assertThat(stream(tokenizer, TokenIds.of(257, 256))).containsExactly("", " Hello", "");
    assertThat(stream(after(tokenizer, TokenIds.of(256)), TokenIds.of(256)))
        .containsExactly(" Hello", "");
  }

  @Test
  void append_badByteSpoilsShownOnes_keepsWhatWasShownAndGoesOn() {
    WordTokenizer tokenizer = new WordTokenizer("\u2581z");
    assertThat(stream(tokenizer, TokenIds.of(0xC3, 0xA9, 0xC3, 256)))
        .containsExactly("", "é", "", BAD + " z", "");
  }

  @Test
  void append_idsOutsideVocabulary_addNothing() {
    assertThat(stream(bytes, TokenIds.of(0xF0, -1, 0x9F, 256, 0x98, Integer.MAX_VALUE, 0x80)))
        .containsExactly("", "", "", "", "", "", FACE, "");
  }

  @Test
  void append_skippedSpecialInsideCharacter_doesNotBreakIt() {
    PieceTokenizer tokenizer = PieceTokenizer.ofHex(List.of("f09f", "3c733e", "9880"), Set.of(1));
    assertThat(stream(tokenizer, TokenIds.of(0, 1, 2))).containsExactly("", "", FACE, "");
  }

  @Test
  void append_shownSpecials_areText() {
    PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of("a", "<s>"), 1);
    IncrementalDetokenizer detokenizer =
        new IncrementalDetokenizer(tokenizer, TokenIds.of(0), false, true);
    assertThat(stream(detokenizer, TokenIds.of(1, 1, 0))).containsExactly("<s>", "<s>", "a", "");
  }

  @Test
  void append_adjacentAddedTokensWithoutSpaces_areJoined() {
    PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of("a", "<s>"), 1);
    SpacedTokenizer spaced = new SpacedTokenizer(tokenizer);
    TokenIds ids = TokenIds.of(1, 1, 0, 1);
    assertThat(stream(new IncrementalDetokenizer(spaced, TokenIds.of(0), false, true), ids))
        .containsExactly(" <s>", " <s>", " a", " <s>", "");
    assertThat(stream(new IncrementalDetokenizer(spaced, TokenIds.of(0), false, false), ids))
        .containsExactly(" <s>", "<s>", " a", " <s>", "");
  }

  @Test
  void append_runOfRealReplacements_isShownByTheNextTokenFromTheThirdOn() {
    PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of(BAD));
    List<String> deltas = stream(tokenizer, Collections.nCopies(200, 0));
    assertThat(deltas).startsWith("", "", BAD + BAD, BAD, BAD).endsWith(BAD, BAD);
    assertThat(String.join("", deltas)).isEqualTo(BAD.repeat(200));
  }

  @Test
  void append_longRunOfBadBytes_isShownByTheNextTokenOnceItIsKnownToBeReal() {
    List<String> deltas = stream(bytes, PieceTokenizer.bytes("ff".repeat(200)));
    assertThat(String.join("", deltas)).isEqualTo(BAD.repeat(200));
    assertThat(tail(deltas, 150)).containsOnly(BAD);
  }

  @Test
  void append_characterAfterLongRunOfBadBytes_isShownWhole() {
    List<String> deltas = stream(bytes, PieceTokenizer.bytes("ff".repeat(50) + "f09f988041"));
    assertThat(tail(deltas, 3)).containsExactly(FACE, "A", "");
    assertThat(String.join("", deltas)).isEqualTo(BAD.repeat(50) + FACE + "A");
  }

  @Test
  void append_characterAfterLongRunOfBadFallbackBytes_isShownWhole() {
    WordTokenizer tokenizer = new WordTokenizer("\u2581z");
    List<Integer> ids = new ArrayList<>(Collections.nCopies(100, 0xFF));
    ids.addAll(List.of(0xF0, 0x9F, 0x98, 0x80, 256));
    List<String> deltas = stream(tokenizer, ids);
    assertThat(String.join("", deltas)).isEqualTo(BAD.repeat(100) + FACE + " z");
    assertThat(tail(deltas, 3)).containsExactly(FACE, " z", "");
  }

  @Test
  void append_anyRun_decodesABoundedNumberOfTokensEach() {
    for (String piece : List.of("", "41", "ff", "efbfbd", "f09f9880", "80", "f0")) {
      PieceTokenizer tokenizer = PieceTokenizer.ofHex(List.of(piece), Set.of());
      stream(tokenizer, Collections.nCopies(10_000, 0));
      assertThat(tokenizer.decodedTokens).as(piece).isLessThan(10_000 * 40);
    }
  }

  @Test
  void append_afterTextManyTokensWithoutText_decodesABoundedNumberOfTokensEach() {
    PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of("a", ""));
    IncrementalDetokenizer detokenizer = after(tokenizer, TokenIds.of(0));
    stream(detokenizer, Collections.nCopies(10_000, 1));
    assertThat(tokenizer.decodedTokens).isLessThan(10_000 * 40);
    assertThat(detokenizer.append(0)).isEqualTo("a");
  }

  @Test
  void append_randomBytes_concatenateToTheDecodedWhole() {
    Random random = new Random(42);
    for (int round = 0; round < 300; round++) {
      TokenIds prompt = PieceTokenizer.bytes(random.nextBoolean() ? "4142c3a9" : "");
      int[] ids = random.ints(1 + random.nextInt(40), 0, 256).toArray();
      String expected = bytes.decode(TokenIds.of(ids), true);
      assertThat(String.join("", stream(after(bytes, prompt), TokenIds.of(ids))))
          .as("round %d", round)
          .isEqualTo(expected);
    }
  }

  @Test
  void append_decoderFails_throws() {
    bytes.poison = 0x42;
    IncrementalDetokenizer detokenizer = after(bytes, TokenIds.empty());
    detokenizer.append(0x41);
    assertThatThrownBy(() -> detokenizer.append(0x42)).hasMessageContaining("Invalid prefix");
  }
}
