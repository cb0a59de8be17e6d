// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import dev.javelin.tokenizer.Tokenizers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Words to token sequences as vLLM finds them, on the vocabularies of eight model families. */
class BadWordsGoldenTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mistral7b",
        "gemma3",
        "llama3_1",
        "qwen3",
        "gptoss",
        "gpt4o",
        "deepseek_v3",
        "smollm2"
      })
  void toTokenIds_realVocabulary_isAsInVllm(String family) throws IOException {
    Path folder = Goldens.require("goldens-text/tokenizers/" + family);
    int cases = 0;
    try (Tokenizer tokenizer = Tokenizers.create(vocabulary(folder))) {
      for (JsonNode row : Goldens.jsonLines(folder.resolve("bad_words.jsonl"))) {
        String word = row.path("word").asString();
        assertThat(BadWords.toTokenIds(tokenizer, List.of(word)))
            .as(word)
            .isEqualTo(
                row.path("bad_words_token_ids")
                    .valueStream()
                    .map(BadWordsGoldenTest::ids)
                    .toList());
        cases++;
      }
    }
    Goldens.report("bad words of " + family, cases);
  }

  private static List<Integer> ids(JsonNode array) {
    return array.valueStream().map(JsonNode::asInt).toList();
  }

  private static ModelAssets.Vocabulary vocabulary(Path folder) throws IOException {
    Path file = folder.resolve("tokenizer.json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new ModelAssets.Vocabulary.TokenizerJson(file.toString(), in.readAllBytes());
    }
  }
}
