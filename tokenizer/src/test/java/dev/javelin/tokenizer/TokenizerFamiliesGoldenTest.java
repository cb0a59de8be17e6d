// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The vocabularies of eight model families against Hugging Face's own library. */
class TokenizerFamiliesGoldenTest {
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
  void encodeAndDecode_realVocabulary_areAsTheReference(String family) {
    Path folder = Goldens.require("goldens-text/tokenizers/" + family);
    List<String> differences = new ArrayList<>();
    int cases = 0;
    try (Tokenizer tokenizer = Tokenizers.create(vocabulary(folder))) {
      for (JsonNode row : Goldens.jsonLines(folder.resolve("encode.jsonl"))) {
        checkEncode(tokenizer, row, differences);
        cases++;
      }
      for (JsonNode row : Goldens.jsonLines(folder.resolve("decode.jsonl"))) {
        checkDecode(tokenizer, row, differences);
        cases++;
      }
    }
    Goldens.report("tokenizer " + family, cases);
    assertThat(differences).isEmpty();
  }

  private static void checkEncode(Tokenizer tokenizer, JsonNode row, List<String> differences) {
    String text = row.path("text").asString();
    List<Integer> ids = Rows.ints(row.path("ids"));
    List<Integer> special = Rows.ints(row.path("ids_special"));
    boolean equal =
        tokenizer.encode(text, false).equals(ids)
            && tokenizer.encode(text, true).equals(special)
            && tokenizer.decode(ids, true).equals(row.path("decode").asString())
            && tokenizer.decode(ids, false).equals(row.path("decode_raw").asString())
            && tokenizer.decode(special, true).equals(row.path("decode_special").asString())
            && tokenizer.decode(special, false).equals(row.path("decode_special_raw").asString());
    if (!equal) {
      differences.add("encode " + row.path("name").asString());
    }
  }

  private static void checkDecode(Tokenizer tokenizer, JsonNode row, List<String> differences) {
    List<Integer> ids = Rows.ints(row.path("ids"));
    boolean equal =
        tokenizer.decode(ids, true).equals(row.path("text").asString())
            && tokenizer.decode(ids, false).equals(row.path("text_raw").asString());
    if (!equal) {
      differences.add("decode " + row.path("name").asString());
    }
  }

  private static ModelAssets.Vocabulary vocabulary(Path folder) {
    Path file = folder.resolve("tokenizer.json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return new ModelAssets.Vocabulary.TokenizerJson(file.toString(), in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
