// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The tokenizer contract on a byte-level BPE of 384 entries. */
class TinyTokenizerTest {
  private final Tokenizer tokenizer =
      Tokenizers.create(Resources.vocabulary("tiny/tokenizer.json"));

  @AfterEach
  void close() {
    tokenizer.close();
  }

  @Test
  void encodeAndDecode_goldenStrings_areAsTheReference() {
    JsonNode golden = Resources.json("tiny/tokenizer_golden.json");
    int cases = 0;
    for (JsonNode row : golden.path("strings")) {
      String text = row.path("text").asString();
      List<Integer> ids = Rows.ints(row.path("ids"));
      assertThat(tokenizer.encode(text, false)).as(text).isEqualTo(ids);
      assertThat(tokenizer.decode(ids, false)).isEqualTo(row.path("decoded").asString());
      assertThat(tokenizer.decode(ids, true))
          .isEqualTo(row.path("decoded_skip_special").asString());
      cases++;
    }
    for (JsonNode row : golden.path("chats")) {
      assertThat(tokenizer.encode(row.path("text").asString(), false))
          .isEqualTo(Rows.ints(row.path("ids")));
      cases++;
    }
    assertThat(cases).isEqualTo(46);
  }

  @Test
  void encodeAll_manyTexts_equalsEncodeOfEach() {
    List<String> texts = IntStream.range(0, 100).mapToObj(i -> "text " + i + " é😀").toList();

    assertThat(tokenizer.encodeAll(texts, true))
        .isEqualTo(texts.stream().map(text -> tokenizer.encode(text, true)).toList());
  }

  @Test
  void encodeAll_noTexts_isEmpty() {
    assertThat(tokenizer.encodeAll(List.of(), false)).isEmpty();
  }

  @Test
  void encode_manyThreads_givesTheSameIds() {
    TokenIds expected = tokenizer.encode("the harbour master", false);

    List<TokenIds> all =
        IntStream.range(0, 200)
            .parallel()
            .mapToObj(i -> tokenizer.encode("the harbour master", false))
            .toList();

    assertThat(all).hasSize(200).containsOnly(expected);
  }

  @Test
  void encode_loneSurrogate_becomesTheReplacementCharacterAndLeavesTheRestAlone() {
    assertThat(tokenizer.encode("a\uD800b😀\uDC00", false))
        .isEqualTo(tokenizer.encode("a\uFFFDb😀\uFFFD", false));
  }

  @Test
  void encode_nulCharacter_survivesTheRoundTrip() {
    assertThat(tokenizer.decode(tokenizer.encode("a\0b", false), false)).isEqualTo("a\0b");
  }

  @Test
  void decode_idsOutsideTheVocabulary_areLeftOut() {
    List<Integer> ids = List.of(-1, 69, 384, Integer.MAX_VALUE, 70, Integer.MIN_VALUE);

    assertThat(tokenizer.decode(ids, false)).isEqualTo("ab");
  }

  @Test
  void decode_incompleteCharacter_showsTheReplacementCharacter() {
    TokenIds emoji = tokenizer.encode("😀", false);

    assertThat(tokenizer.decode(emoji.subList(0, emoji.size() - 1), false)).endsWith("\uFFFD");
  }

  @Test
  void decode_specialTokens_areSkippedOnRequestOnly() {
    List<Integer> ids = List.of(1, 69, 4);

    assertThat(tokenizer.decode(ids, true)).isEqualTo("a");
    assertThat(tokenizer.decode(ids, false)).isEqualTo("<s>a<|im_end|>");
  }

  @Test
  void lookups_tinyVocabulary_areThoseOfTheFile() {
    assertThat(tokenizer.vocabSize()).isEqualTo(384);
    assertThat(tokenizer.tokenToId("<|im_start|>")).hasValue(3);
    assertThat(tokenizer.tokenToId("a")).hasValue(69);
    assertThat(tokenizer.tokenToId("no such token")).isEmpty();
    assertThat(tokenizer.addedTokens())
        .containsOnlyKeys(0, 1, 2, 3, 4)
        .containsEntry(4, "<|im_end|>");
    assertThat(tokenizer.isSpecial(4)).isTrue();
    assertThat(tokenizer.isSpecial(69)).isFalse();
    assertThat(tokenizer.isSpecial(-1)).isFalse();
    assertThat(tokenizer.maxTokenLength()).isGreaterThanOrEqualTo("<|im_start|>".length());
  }

  @Test
  void close_twice_isHarmlessAndLaterUseIsRefused() {
    tokenizer.close();

    assertThatCode(tokenizer::close).doesNotThrowAnyException();
    assertThatThrownBy(() -> tokenizer.encode("a", false))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> tokenizer.decode(List.of(69), false))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void encode_nativeRefusal_isAValidationExceptionNamingTheFile() {
    String json =
        """
        {"version": "1.0", "model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "[UNK]"}}
        """;

    try (Tokenizer words = Tokenizers.create(Json.vocabulary("words.json", json))) {
      assertThatThrownBy(() -> words.encode("b", false))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("words.json")
          .hasMessageContaining("UNK");
    }
  }
}
