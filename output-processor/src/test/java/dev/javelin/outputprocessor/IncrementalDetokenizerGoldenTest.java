// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Streams of eight real vocabularies against {@code tokenizers}. */
class IncrementalDetokenizerGoldenTest {
  @Test
  void append_realVocabularies_givesTheReferenceDeltas() {
    check("detok_stream", IncrementalDetokenizerGoldenTest::isAsReference);
  }

  @Test
  void append_streamsWithoutASingleReference_goOnWithoutPromptText() {
    check("detok_stream_irregular", IncrementalDetokenizerGoldenTest::isSane);
  }

  private static void check(String name, BiPredicate<JsonNode, IncrementalDetokenizer> passes) {
    int cases = 0;
    List<String> failures = new ArrayList<>();
    for (String family : GoldenTokenizers.families()) {
      Path file = Goldens.require("goldens-text/tokenizers/" + family + "/" + name + ".jsonl");
      try (Tokenizer tokenizer = GoldenTokenizers.open(family)) {
        for (JsonNode row : Goldens.jsonLines(file)) {
          if (!passes.test(row, detokenizer(tokenizer, row))) {
            failures.add(family + " " + row);
          }
          cases++;
        }
      }
    }
    Goldens.report(name, cases);
    assertThat(failures).isEmpty();
  }

  private static IncrementalDetokenizer detokenizer(Tokenizer tokenizer, JsonNode row) {
    return new IncrementalDetokenizer(
        tokenizer,
        GoldenTokenizers.ids(row.path("prompt_ids")),
        row.path("skip_special_tokens").asBoolean(),
        true);
  }

  private static boolean isAsReference(JsonNode row, IncrementalDetokenizer detokenizer) {
    List<String> deltas = deltas(row, detokenizer);
    return deltas.equals(GoldenTokenizers.strings(row.path("deltas")))
        && detokenizer.flush().equals(row.path("flush").asString());
  }

  private static boolean isSane(JsonNode row, IncrementalDetokenizer detokenizer) {
    List<String> deltas = deltas(row, detokenizer);
    String text = String.join("", deltas) + detokenizer.flush();
    boolean promptIsCut = row.path("name").asString().equals("prompt_ends_mid_char");
    return promptIsCut ? text.strip().matches("\uD83D\uDE00 +x") : !text.isEmpty();
  }

  private static List<String> deltas(JsonNode row, IncrementalDetokenizer detokenizer) {
    TokenIds ids = GoldenTokenizers.ids(row.path("ids"));
    return ids.stream().map(detokenizer::append).toList();
  }
}
