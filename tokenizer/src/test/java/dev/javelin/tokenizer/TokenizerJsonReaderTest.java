// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.Tokenizer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before the native library sees a file, and which ids added tokens get. */
class TokenizerJsonReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                                                             | an object",
        "{}                                                             | model.vocab",
        "{\"model\":{\"type\":\"BPE\"}}                                 | model.vocab",
        "{\"model\":{\"vocab\":{\"a\":-1}}}                             | model.vocab.a",
        "{\"model\":{\"vocab\":{\"a\":2147483647}}}                     | model.vocab.a",
        "{\"model\":{\"vocab\":{\"a\":\"0\"}}}                          | model.vocab.a",
        "{\"model\":{\"vocab\":{\"a\":99999999999999999999}}}           | 99999999999999999999",
        "{\"model\":{\"vocab\":[[1,2]]}}                                | model.vocab[0]",
        "{\"model\":{\"vocab\":[3]}}                                    | model.vocab[0]",
        "{\"added_tokens\":[7],\"model\":{\"vocab\":{}}}                | added_tokens[0]",
        "{\"added_tokens\":[{\"id\":0}],\"model\":{\"vocab\":{}}}       | added_tokens[0]",
        "{\"added_tokens\":[{\"id\":0,\"content\":1}],\"model\":{\"vocab\":{}}} | added_tokens[0].content",
        "{\"model\":{\"vocab\":{}}} x                                   | x",
        "{\"model\":                                                    | line"
      })
  void create_malformedFile_failsWithFileAndKey(String json, String named) {
    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("bad.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("bad.json")
        .hasMessageContaining(named);
  }

  @Test
  void create_nestedTenThousandDeep_fails() {
    String json = "{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";

    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("deep.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("deep.json");
  }

  @Test
  void create_faultInAComponent_namesTheSectionAndItsTypes() {
    String json =
        """
        {"version": "1.0",
         "normalizer": {"type": "Sequence", "normalizers": [{"type": "Fancy"}]},
         "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}
        """;

    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("fancy.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("key=normalizer of types [Sequence, Fancy]");
  }

  @Test
  void addedTokens_idsThatTheFileMisstates_areThoseThatEncodingGives() {
    String json =
        """
        {"version": "1.0",
         "added_tokens": [
           {"id": 9, "content": "<x>", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": true},
           {"id": 0, "content": "a", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": false},
           {"id": 2, "content": "<y>", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": false}],
         "model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []}}
        """;

    try (Tokenizer tokenizer = Tokenizers.create(Json.vocabulary("ids.json", json))) {
      assertThat(tokenizer.encode("<x>a<y>b", false)).containsExactly(2, 0, 3, 1);
      assertThat(tokenizer.tokenToId("<x>")).hasValue(2);
      assertThat(tokenizer.tokenToId("<y>")).hasValue(3);
      assertThat(tokenizer.addedTokens()).containsOnlyKeys(2, 0, 3);
      assertThat(tokenizer.isSpecial(2)).isTrue();
      assertThat(tokenizer.vocabSize()).isEqualTo(4);
    }
  }

  @Test
  void decode_normalizedAddedTokenInTheModelsVocabulary_hasTheNormalizedForm() {
    String json =
        """
        {"version": "1.0",
         "added_tokens": [
           {"id": 1, "content": "FOO", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": true, "special": false},
           {"id": 2, "content": "END", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": true, "special": true}],
         "normalizer": {"type": "Lowercase"},
         "model": {"type": "BPE", "vocab": {"a": 0, "FOO": 1}, "merges": []}}
        """;

    try (Tokenizer tokenizer = Tokenizers.create(Json.vocabulary("foo.json", json))) {
      assertThat(tokenizer.encode("aFoOEnd", false)).containsExactly(0, 1, 2);
      assertThat(tokenizer.decode(List.of(0, 1, 2), false)).isEqualTo("a foo END");
      assertThat(tokenizer.decode(List.of(0, 1, 2), true)).isEqualTo("a foo");
      assertThat(tokenizer.tokenToId("FOO")).hasValue(1);
    }
  }
}
