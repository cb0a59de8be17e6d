// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.SamplingParams;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CandidatesTest {
  private static final float BANNED = Float.NEGATIVE_INFINITY;

  @Test
  void select_randomRowsAndFilters_equalsSortedReference() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      float[] row = randomRow(random, round % 20 == 0 ? 5000 : 1 + random.nextInt(60));
      SamplingParams params =
          SamplingParams.builder()
              .temperature(0.1 + 2 * random.nextDouble())
              .topK(random.nextBoolean() ? random.nextInt(row.length + 2) : 0)
              .topP(random.nextBoolean() ? 1 - random.nextDouble() : 1)
              .minP(random.nextInt(4) == 0 ? random.nextDouble() * 0.2 : 0)
              .build();

      Candidates candidates = select(row, params);

      assertThat(ids(candidates)).as("round %d", round).isEqualTo(reference(row, params));
    }
  }

  @Test
  void select_topKTies_keepsAllAtTheBorder() {
    assertThat(ids(select(new float[] {1, 3, 2, 2, 2, 0}, filters(2, 1, 0))))
        .containsExactly(1, 2, 3, 4);
    assertThat(ids(select(new float[] {-0f, 0f, -1}, filters(1, 1, 0)))).containsExactly(0, 1);
  }

  @Test
  void select_topKAtLeastTheVocabulary_keepsAll() {
    assertThat(ids(select(new float[] {1, 3, BANNED, 2}, filters(4, 1, 0))))
        .containsExactly(0, 1, 3);
    assertThat(ids(select(new float[] {1, 3, BANNED, 2}, filters(400, 1, 0))))
        .containsExactly(0, 1, 3);
  }

  @Test
  void select_tinyTopP_keepsTheLikeliest() {
    assertThat(ids(select(new float[] {1, 3, 2.9f}, filters(0, 1e-9, 0)))).containsExactly(1);
    assertThat(ids(select(new float[] {1, 3, 2.9f}, filters(0, Double.MIN_VALUE, 0))))
        .containsExactly(1);
  }

  @Test
  void select_topPTies_keepsTheHigherIds() {
    assertThat(ids(select(new float[] {0, 0, 0, 0}, filters(0, 0.5, 0)))).containsExactly(2, 3);
    assertThat(ids(select(new float[] {0, 0, 0, 0}, filters(0, 0.51, 0)))).containsExactly(1, 2, 3);
  }

  @Test
  void select_minPOfOne_keepsAllThatTieWithTheLikeliest() {
    assertThat(ids(select(new float[] {2, 1.999f, 2}, filters(0, 1, 1)))).containsExactly(0, 2);
  }

  @Test
  void draw_increasingNumbers_walksTheIdsInProportion() {
    Candidates candidates =
        select(new float[] {(float) Math.log(3), BANNED, 0, 0, -10_000}, filters(0, 1, 0));

    assertThat(candidates.size()).isEqualTo(4);
    assertThat(candidates.draw(0)).isZero();
    assertThat(candidates.draw(0.59)).isZero();
    assertThat(candidates.draw(0.61)).isEqualTo(2);
    assertThat(candidates.draw(0.79)).isEqualTo(2);
    assertThat(candidates.draw(0.81)).isEqualTo(3);
    assertThat(candidates.draw(Math.nextDown(1.0))).isEqualTo(3);
  }

  @Test
  void draw_firstTokenWithoutProbability_isNeverDrawn() {
    Candidates candidates = select(new float[] {-10_000, 0}, filters(0, 1, 0));

    assertThat(candidates.size()).isEqualTo(2);
    assertThat(candidates.draw(0)).isEqualTo(1);
  }

  private static SamplingParams filters(int topK, double topP, double minP) {
    return SamplingParams.builder().topK(topK).topP(topP).minP(minP).build();
  }

  private static Candidates select(float[] row, SamplingParams params) {
    float max = BANNED;
    for (float logit : row) {
      max = Math.max(max, logit);
    }
    Candidates candidates = new Candidates(row.length);
    candidates.select(row, max, params);
    return candidates;
  }

  private static List<Integer> ids(Candidates candidates) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      ids.add(candidates.id(i));
    }
    return ids;
  }

  /** Many ties, some bans, at least one finite logit. */
  private static float[] randomRow(Random random, int length) {
    float[] row = new float[length];
    for (int id = 0; id < length; id++) {
      row[id] =
          switch (random.nextInt(4)) {
            case 0 -> BANNED;
            case 1 -> random.nextInt(5);
            default -> (float) random.nextGaussian() * 4;
          };
    }
    row[random.nextInt(length)] = 2;
    return row;
  }

  /** The definitions, by sorting: from the likeliest down, of equals the higher id first. */
  private static List<Integer> reference(float[] row, SamplingParams params) {
    List<Integer> order = new ArrayList<>();
    for (int id = 0; id < row.length; id++) {
      if (row[id] > BANNED) {
        order.add(id);
      }
    }
    order.sort(
        Comparator.<Integer>comparingDouble(id -> row[id]).thenComparingInt(id -> id).reversed());
    float max = row[order.get(0)];
    order.removeIf(id -> weight(row[id], max, params) < params.minP());
    if (params.topK() > 0 && params.topK() < order.size()) {
      float border = row[order.get(params.topK() - 1)];
      order.removeIf(id -> row[id] < border);
    }
    double total = order.stream().mapToDouble(id -> weight(row[id], max, params)).sum();
    List<Integer> kept = new ArrayList<>();
    double before = 0;
    for (int id : order) {
      if (before / total < params.topP()) {
        kept.add(id);
      }
      before += weight(row[id], max, params);
    }
    kept.sort(null);
    return params.topP() < 1 ? kept : order.stream().sorted().toList();
  }

  private static double weight(float logit, float max, SamplingParams params) {
    return Math.exp(((double) logit - max) / params.temperature());
  }
}
