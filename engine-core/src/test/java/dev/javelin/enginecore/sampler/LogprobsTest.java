// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LogprobsTest {
  private static final float BANNED = Float.NEGATIVE_INFINITY;

  @Test
  void of_localRows_matchTheReference() {
    GoldenRow.local("logprobs.jsonl").forEach(LogprobsTest::checkRow);
  }

  @Test
  void of_allRows_matchTheReference() {
    List<JsonNode> rows = GoldenRow.full("logprobs.jsonl");
    rows.forEach(LogprobsTest::checkRow);
    Goldens.report("logprobs", rows.size());
  }

  @Test
  void of_tiedValues_shareTheWorstRankAndListLowerIdsFirst() {
    TokenLogprobs logprobs = Logprobs.of(new float[] {1, 4, 4, 2, 4, 0, 2}, 2, 4);

    assertThat(logprobs.tokenIds()).containsExactly(2, 1, 2, 4, 3);
    assertThat(logprobs.sampledRank()).isEqualTo(3);
  }

  @Test
  void of_bothZeros_areTied() {
    TokenLogprobs logprobs = Logprobs.of(new float[] {-0f, 0f, -1}, 0, 2);

    assertThat(logprobs.tokenIds()).containsExactly(0, 0, 1);
    assertThat(logprobs.sampledRank()).isEqualTo(2);
  }

  @Test
  void of_minusOneOrMoreThanTheRow_listsTheWholeRowInDescendingOrder() {
    float[] row = {0.5f, BANNED, 3, -2};

    assertThat(Logprobs.of(row, 3, -1).tokenIds()).containsExactly(3, 2, 0, 3, 1);
    assertThat(Logprobs.of(row, 3, 20).tokenIds()).containsExactly(3, 2, 0, 3, 1);
  }

  @Test
  void of_maskedToken_hasNegativeInfinity() {
    TokenLogprobs logprobs = Logprobs.of(new float[] {0, BANNED, 0}, 0, 3);

    assertThat(logprobs.tokenIds()).containsExactly(0, 0, 2, 1);
    assertThat(logprobs.logprobs()[3]).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat((double) logprobs.logprobs()[1]).isCloseTo(-Math.log(2), within(1e-6));
  }

  @Test
  void of_rowWithNaN_givesNaN() {
    TokenLogprobs logprobs = Logprobs.of(new float[] {0, Float.NaN, 1}, 0, 3);

    assertThat(logprobs.logprobs()).containsOnly(Float.NaN);
    assertThat(logprobs.sampledRank()).isEqualTo(3);
  }

  @Test
  void of_randomRows_equalAFullSort() {
    Random random = new Random(5);
    for (int round = 0; round < 200; round++) {
      float[] row = new float[1 + random.nextInt(300)];
      for (int id = 0; id < row.length; id++) {
        row[id] = Math.round(random.nextGaussian() * 20) / 4f;
      }
      List<Integer> sorted = new ArrayList<>(IntStream.range(0, row.length).boxed().toList());
      sorted.sort((a, b) -> row[a] == row[b] ? a - b : Float.compare(row[b], row[a]));
      int k = random.nextInt(row.length + 1);

      TokenLogprobs logprobs = Logprobs.of(row, 0, k);

      assertThat(logprobs.tokenIds().subList(1, k + 1)).isEqualTo(sorted.subList(0, k));
    }
  }

  @Test
  void ofIds_keepsTheGivenOrderAndRanksFromOne() {
    TokenLogprobs logprobs = Logprobs.ofIds(new float[] {0, 2, 1}, 1, List.of(2, 1, 7));

    assertThat(logprobs.tokenIds()).containsExactly(1, 2, 1, 7);
    assertThat(logprobs.sampledRank()).isEqualTo(1);
    double logSum = Math.log(1 + Math.exp(2) + Math.exp(1));
    assertThat((double) logprobs.logprobs()[0]).isCloseTo(2 - logSum, within(1e-6));
    assertThat((double) logprobs.logprobs()[1]).isCloseTo(1 - logSum, within(1e-6));
    assertThat(logprobs.logprobs()[3]).isEqualTo(Float.NEGATIVE_INFINITY);
  }

  private static void checkRow(JsonNode row) {
    if (row.has("prompt_token_ids")) {
      checkPrompt(row);
      return;
    }
    TokenLogprobs logprobs =
        Logprobs.of(
            GoldenRow.floats(row.get("logits_f32le_b64")),
            row.get("sampled").asInt(),
            row.get("num_logprobs").asInt());
    String name = row.get("name").asString();
    assertThat(logprobs.sampledRank()).as(name).isEqualTo(row.get("sampled_rank").asInt());
    checkClose(name, logprobs.logprobs()[0], row.get("sampled_logprob").asDouble());
    JsonNode top = row.get("top");
    assertThat(logprobs.tokenIds()).as(name).hasSize(top.size() + 1);
    for (int i = 0; i < top.size(); i++) {
      assertThat(logprobs.tokenIds().getInt(i + 1)).as(name).isEqualTo(top.get(i).get(0).asInt());
      checkClose(name, logprobs.logprobs()[i + 1], top.get(i).get(1).asDouble());
    }
    checkEntries(name, logprobs, row.get("api_entries"));
  }

  private static void checkPrompt(JsonNode row) {
    String name = row.get("name").asString();
    JsonNode expected = row.get("prompt_logprobs");
    assertThat(expected.get(0).isNull()).as(name).isTrue();
    for (int position = 1; position < expected.size(); position++) {
      float[] logits = GoldenRow.floats(row.get("rows_f32le_b64").get(position - 1));
      int tokenId = row.get("prompt_token_ids").get(position).asInt();
      TokenLogprobs logprobs = Logprobs.of(logits, tokenId, row.get("num_prompt_logprobs").asInt());
      checkEntries(name, logprobs, expected.get(position));
    }
  }

  /** What the API shows: the first token with its rank, then the likeliest that differ from it. */
  private static void checkEntries(String name, TokenLogprobs logprobs, JsonNode entries) {
    int next = 0;
    for (int i = 0; i < logprobs.tokenIds().size(); i++) {
      int id = logprobs.tokenIds().getInt(i);
      if (i > 0 && id == logprobs.tokenIds().getInt(0)) {
        continue;
      }
      JsonNode entry = entries.get(next++);
      assertThat(id).as(name).isEqualTo(entry.get(0).asInt());
      checkClose(name, logprobs.logprobs()[i], entry.get(1).asDouble());
      assertThat(i == 0 ? logprobs.sampledRank() : i).as(name).isEqualTo(entry.get(2).asInt());
    }
    assertThat(next).as(name).isEqualTo(entries.size());
  }

  private static void checkClose(String name, float actual, double expected) {
    assertThat((double) actual)
        .as(name)
        .isCloseTo(expected, within(Math.max(2e-5 * Math.abs(expected), 1e-5)));
  }
}
