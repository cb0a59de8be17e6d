// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Real vocabularies, taken through the form that GGUF files store, give the ids of the original.
 */
class GgufConversionGoldenTest {
  @ParameterizedTest
  @CsvSource({
    "smollm2, smollm",
    "llama3_1, llama-bpe",
    "qwen3, qwen2",
    "gptoss, gpt-4o",
    "gpt4o, gpt-4o",
    "deepseek_v3, deepseek-v3",
    "mistral7b, prefix",
    "gemma3, no prefix"
  })
  void encode_vocabularyFromGguf_isThatOfTheTokenizerJson(String family, String pre) {
    Path folder = Goldens.require("goldens-text/tokenizers/" + family);
    JsonNode file = Goldens.json(folder.resolve("tokenizer.json.gz"));
    Map<String, Object> metadata =
        pre.endsWith("prefix")
            ? Gguf.sentencePiece(file, pre.equals("prefix"))
            : Gguf.byteLevel(file, pre);
    metadata.put("tokenizer.ggml.add_bos_token", false);
    List<String> differences = new ArrayList<>();
    int cases = 0;
    try (Tokenizer tokenizer = Tokenizers.create(Gguf.vocabulary(metadata))) {
      for (JsonNode row : Goldens.jsonLines(folder.resolve("encode.jsonl"))) {
        if (family.equals("gemma3") && row.path("text").asString().contains("\u2581\u2581")) {
          // GGUF stores user-defined runs of blanks as blanks, no longer as runs of this mark.
          continue;
        }
        List<Integer> ids = Rows.ints(row.path("ids"));
        if (!tokenizer.encode(row.path("text").asString(), true).equals(ids)
            || !tokenizer.decode(ids, false).equals(row.path("decode_raw").asString())) {
          differences.add(row.path("name").asString());
        }
        cases++;
      }
    }
    Goldens.report("GGUF form of " + family, cases);
    assertThat(differences).isEmpty();
  }
}
