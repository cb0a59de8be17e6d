// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Failures that other projects had with tokenizer.json files. */
class TokenizerCasesTest {
  record Case(String file, JsonNode row) {
    @Override
    public String toString() {
      return file + ": " + row.path("must").asString();
    }
  }

  static Stream<Case> goodFiles() {
    return cases(true);
  }

  static Stream<Case> badFiles() {
    return cases(false);
  }

  private static Stream<Case> cases(boolean good) {
    return Resources.json("cases/index.json")
        .valueStream()
        .filter(row -> row.has("tests") == good)
        .map(row -> new Case(row.path("file").asString(), row));
  }

  @ParameterizedTest
  @MethodSource("goodFiles")
  void encodeAndDecode_knownFile_areAsTheReference(Case known) {
    try (Tokenizer tokenizer = Tokenizers.create(Resources.vocabulary("cases/" + known.file()))) {
      known.row().path("tests").forEach(test -> check(tokenizer, test));
    }
  }

  private static void check(Tokenizer tokenizer, JsonNode test) {
    if (test.path("text").isArray()) {
      checkLong(tokenizer, test);
      return;
    }
    String text = test.path("text").asString();
    List<Integer> ids = Rows.ints(test.path("ids"));
    List<Integer> special =
        test.has("ids_with_special") ? Rows.ints(test.path("ids_with_special")) : ids;
    assertThat(tokenizer.encode(text, false)).as(text).isEqualTo(ids);
    assertThat(tokenizer.encode(text, true)).as(text).isEqualTo(special);
    assertThat(tokenizer.decode(special, false))
        .as(text)
        .isEqualTo(test.path("decoded").asString());
    assertThat(tokenizer.decode(special, true))
        .as(text)
        .isEqualTo(test.path("decoded_skip_special").asString());
  }

  private static void checkLong(Tokenizer tokenizer, JsonNode test) {
    String text = test.path("text").get(0).asString().repeat(test.path("text").get(1).asInt());
    TokenIds ids = tokenizer.encode(text, false);
    assertThat(ids).hasSize(test.path("count").asInt());
    assertThat(ids.subList(0, 10)).isEqualTo(Rows.ints(test.path("first")));
    assertThat(ids.subList(ids.size() - 10, ids.size())).isEqualTo(Rows.ints(test.path("last")));
  }

  @ParameterizedTest
  @MethodSource("badFiles")
  void create_damagedFile_failsWithFileAndCause(Case known) {
    String file = "cases/" + known.file();
    List<String> mentions =
        known.row().path("mentions").valueStream().map(JsonNode::asString).toList();
    assertThatThrownBy(() -> Tokenizers.create(Resources.vocabulary(file)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(file)
        .satisfies(e -> assertThat(mentions).anyMatch(String.valueOf(e.getMessage())::contains));
  }
}
