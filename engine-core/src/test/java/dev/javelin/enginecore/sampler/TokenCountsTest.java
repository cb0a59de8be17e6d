// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenCountsTest {
  @Test
  void add_randomIds_equalsAMap() {
    Random random = new Random(11);
    for (int range : new int[] {1, 10, 1000, 150_000, Integer.MAX_VALUE}) {
      TokenCounts counts = new TokenCounts();
      Map<Integer, Integer> expected = new LinkedHashMap<>();
      for (int i = 0; i < 5000; i++) {
        int id = random.nextInt(range);
        int amount = random.nextInt(2);
        counts.add(id, amount);
        expected.merge(id, amount, Integer::sum);
      }
      Map<Integer, Integer> actual = new LinkedHashMap<>();
      for (int i = 0; i < counts.size(); i++) {
        actual.put(counts.id(i), counts.count(i));
      }
      assertThat(actual).containsExactlyEntriesOf(expected);
    }
  }
}
