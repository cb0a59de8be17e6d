// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomKeyTest {
  @Test
  void element_anyStart_equalsTheSequentialGenerator() {
    for (long start : new long[] {0, 1, -1, 42, Long.MIN_VALUE, 0x123456789ABCDEFL}) {
      SplittableRandom sequential = new SplittableRandom(start);
      for (int index = 0; index < 100; index++) {
        assertThat(RandomKey.element(start, index)).isEqualTo(sequential.nextLong());
      }
    }
  }

  @Test
  void uniform_manyIndexes_staysInRangeAndAveragesOneHalf() {
    double sum = 0;
    int count = 100_000;
    for (int index = 0; index < count; index++) {
      double uniform = RandomKey.uniform(RandomKey.ofSeed(3), index);
      assertThat(uniform >= 0 && uniform < 1).isTrue();
      sum += uniform;
    }
    // Six standard deviations of the mean of uniform numbers.
    assertThat(Math.abs(sum / count - 0.5)).isLessThan(6 * Math.sqrt(1.0 / 12 / count));
  }

  @Test
  void uniform_neighbouringSeeds_areUncorrelated() {
    double sum = 0;
    int count = 100_000;
    for (int seed = 0; seed < count; seed++) {
      double a = RandomKey.uniform(RandomKey.ofSeed(seed), 0) - 0.5;
      double b = RandomKey.uniform(RandomKey.ofSeed(seed + 1), 0) - 0.5;
      sum += a * b;
    }
    // The product of two centred uniform numbers has the standard deviation 1/12.
    assertThat(Math.abs(sum / count)).isLessThan(6.0 / 12 / Math.sqrt(count));
  }

  @Test
  void keys_ofSeedsAndArrivals_areDistinct() {
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      keys.add(RandomKey.ofSeed(i));
      keys.add(RandomKey.ofArrival(0, i));
      keys.add(RandomKey.ofArrival(1, i));
    }
    assertThat(keys).hasSize(3000);
  }
}
