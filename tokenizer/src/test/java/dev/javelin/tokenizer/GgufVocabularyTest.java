// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.UnsupportedModelException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Vocabularies embedded in GGUF files. */
class GgufVocabularyTest {
  private static final String TOKENS = "tokenizer.ggml.tokens";
  private static final String TYPES = "tokenizer.ggml.token_type";
  private static final String MERGES = "tokenizer.ggml.merges";
  private static final String SCORES = "tokenizer.ggml.scores";

  private final Map<String, Object> tiny =
      Gguf.byteLevel(Resources.json("tiny/tokenizer.json"), "gpt-2");

  @Test
  void encodeAndDecode_byteLevelVocabulary_areThoseOfTheTokenizerJson() {
    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(tiny))) {
      for (JsonNode row : Resources.json("tiny/tokenizer_golden.json").path("strings")) {
        String text = row.path("text").asString();
        List<Integer> ids = Rows.ints(row.path("ids"));
        assertThat(tokenizer.encode(text, true)).as(text).isEqualTo(ids);
        assertThat(tokenizer.decode(ids, true))
            .isEqualTo(row.path("decoded_skip_special").asString());
      }
      assertThat(tokenizer.vocabSize()).isEqualTo(384);
      assertThat(tokenizer.isSpecial(3)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default",
        "gpt-2",
        "smollm",
        "llama-bpe",
        "qwen2",
        "qwen35",
        "gpt-4o",
        "tekken",
        "deepseek-v3",
        "deepseek-coder",
        "falcon",
        "bloom",
        "viking",
        "seed-coder",
        "glm4"
      })
  void encode_everyPreTokenizer_survivesTheRoundTrip(String pre) {
    tiny.put("tokenizer.ggml.pre", pre);
    tiny.put("tokenizer.ggml.add_bos_token", false);
    String text = "It's 12345 o'clock,  naïve 日本語 😀!\n\n  if (x == 0) { CamelCase; }";

    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(tiny))) {
      assertThat(tokenizer.decode(tokenizer.encode(text, true), false)).isEqualTo(text);
    }
  }

  @Test
  void create_unknownPreTokenizer_isRefusedByName() {
    tiny.put("tokenizer.ggml.pre", "zigzag");

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("model.gguf")
        .hasMessageContaining("zigzag")
        .hasMessageContaining("smollm");
  }

  @Test
  void create_unknownModel_isRefusedByName() {
    tiny.put("tokenizer.ggml.model", "rwkv");

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("rwkv");
  }

  @Test
  void encode_bosAndEosFlags_addTheTokensToWholeTextsOnly() {
    tiny.put("tokenizer.ggml.add_bos_token", true);
    tiny.put("tokenizer.ggml.bos_token_id", 1);
    tiny.put("tokenizer.ggml.add_eos_token", true);
    tiny.put("tokenizer.ggml.eos_token_id", 2L);

    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(tiny))) {
      assertThat(tokenizer.encode("a", true)).containsExactly(1, 69, 2);
      assertThat(tokenizer.encode("a", false)).containsExactly(69);
    }
  }

  @Test
  void create_bosAskedForButNotNamed_fails() {
    tiny.put("tokenizer.ggml.add_bos_token", true);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("tokenizer.ggml.bos_token_id");
  }

  @Test
  void create_bosIdOutsideTheVocabulary_fails() {
    tiny.put("tokenizer.ggml.add_bos_token", true);
    tiny.put("tokenizer.ggml.bos_token_id", 384);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("bos_token_id")
        .hasMessageContaining("384");
  }

  @ParameterizedTest
  @ValueSource(strings = {TOKENS, MERGES, "tokenizer.ggml.model"})
  void create_missingArray_failsNamingTheKey(String key) {
    tiny.remove(key);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("model.gguf")
        .hasMessageContaining(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {TOKENS, TYPES, MERGES, "tokenizer.ggml.pre", "tokenizer.ggml.add_bos_token"})
  void create_valueOfAnotherType_failsNamingTheKey(String key) {
    tiny.put(key, 3.5);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "a b c", "a ", " b"})
  void create_mergeThatIsNotTwoTokens_failsNamingItsPlace(String merge) {
    tiny.put(MERGES, List.of("h e", merge));

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(MERGES + "[1]");
  }

  @Test
  void create_mergeOutsideTheVocabulary_failsNamingTheToken() {
    tiny.put(MERGES, List.of("日 本"));

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("日");
  }

  @Test
  void create_typesTooShort_fails() {
    tiny.put(TYPES, new int[] {1, 1});

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(TYPES);
  }

  @Test
  void create_unknownType_failsNamingItsPlace() {
    int[] types = ((int[]) Objects.requireNonNull(tiny.get(TYPES))).clone();
    types[5] = 99;
    tiny.put(TYPES, types);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(TYPES + "[5]");
  }

  @Test
  void create_tokenTwice_failsNamingBothPlaces() {
    List<String> tokens = new ArrayList<>(strings(tiny.get(TOKENS)));
    tokens.set(100, tokens.get(50));
    tiny.put(TOKENS, tokens);

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(tiny)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("[100]")
        .hasMessageContaining("50");
  }

  private static List<String> strings(@Nullable Object list) {
    return ((List<?>) Objects.requireNonNull(list)).stream().map(String.class::cast).toList();
  }

  /** Tokens of a SentencePiece model: specials, all bytes, then pieces by falling score. */
  private static Map<String, Object> pieces(String... learnt) {
    List<String> tokens = new ArrayList<>(List.of("<unk>", "<s>", "</s>"));
    List<Integer> types = new ArrayList<>(List.of(Gguf.UNKNOWN, Gguf.CONTROL, Gguf.CONTROL));
    for (int value = 0; value < 256; value++) {
      tokens.add(String.format("<0x%02X>", value));
      types.add(Gguf.BYTE);
    }
    for (String piece : learnt) {
      tokens.add(piece);
      types.add(Gguf.NORMAL);
    }
    List<Float> scores = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      scores.add(i < 259 ? 0f : 259f - i);
    }
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("tokenizer.ggml.model", "llama");
    metadata.put(TOKENS, tokens);
    metadata.put(TYPES, types);
    metadata.put(SCORES, scores);
    metadata.put("tokenizer.ggml.bos_token_id", 1);
    return metadata;
  }

  @Test
  void encode_sentencePiece_joinsByScoreAndSpellsUnknownCharactersInBytes() {
    Map<String, Object> metadata = pieces("ab", "▁a", "bc", "▁", "a", "b", "c");

    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(metadata))) {
      assertThat(tokenizer.encode("abc", true)).containsExactly(1, 262, 259, 265);
      assertThat(tokenizer.encode("é", false)).containsExactly(262, 3 + 0xC3, 3 + 0xA9);
      assertThat(tokenizer.encode("a</s>b", false)).containsExactly(260, 2, 262, 264);
      assertThat(tokenizer.decode(List.of(1, 262, 259, 265), true)).isEqualTo("abc");
      assertThat(tokenizer.decode(List.of(262, 3 + 0xC3, 3 + 0xA9), false)).isEqualTo("é");
    }
  }

  @Test
  void encode_sentencePieceWithoutSpacePrefix_putsNothingInFront() {
    Map<String, Object> metadata = pieces("ab", "▁a", "bc", "▁", "a", "b", "c");
    metadata.put("tokenizer.ggml.add_space_prefix", false);

    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(metadata))) {
      assertThat(tokenizer.encode("abc a", false)).containsExactly(259, 265, 260);
      assertThat(tokenizer.decode(List.of(260), false)).isEqualTo(" a");
    }
  }

  @Test
  void create_scoresTooShort_fails() {
    Map<String, Object> metadata = pieces("a");
    metadata.put(SCORES, new float[] {0});

    assertThatThrownBy(() -> Tokenizers.create(Gguf.vocabulary(metadata)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(SCORES);
  }

  @Test
  void create_emptyToken_getsANameOfItsOwn() {
    Map<String, Object> metadata = pieces("a", "", "b");

    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(metadata))) {
      assertThat(tokenizer.tokenToId("[EMPTY_260]")).hasValue(260);
    }
  }
}
