// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DescendingWalkTest {
  private static final float[] ASCENDING = {
    Float.NEGATIVE_INFINITY,
    -Float.MAX_VALUE,
    -1.5f,
    -Float.MIN_VALUE,
    0,
    Float.MIN_VALUE,
    1,
    1.0000001f,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY
  };

  @Test
  void key_ascendingValues_ascends() {
    for (int i = 1; i < ASCENDING.length; i++) {
      assertThat(DescendingWalk.key(ASCENDING[i - 1])).isLessThan(DescendingWalk.key(ASCENDING[i]));
    }
    assertThat(DescendingWalk.key(Float.NaN))
        .isGreaterThan(DescendingWalk.key(Float.POSITIVE_INFINITY));
  }

  @Test
  void key_bothZeros_areEqual() {
    assertThat(DescendingWalk.key(-0f)).isEqualTo(DescendingWalk.key(0f));
  }

  @Test
  void value_ofAnyKey_isTheValue() {
    for (float value : ASCENDING) {
      assertThat(DescendingWalk.value(DescendingWalk.key(value))).isEqualTo(value);
    }
  }

  @Test
  void keyAt_withoutWeights_isTheKthLargest() {
    Random random = new Random(1);
    for (int round = 0; round < 300; round++) {
      float[] values = new float[1 + random.nextInt(200)];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            round % 2 == 0
                ? Float.intBitsToFloat(random.nextInt(0x7F800000) | random.nextInt() << 31)
                : random.nextInt(9) - 4;
      }
      float[] sorted = values.clone();
      Arrays.sort(sorted);
      int k = 1 + random.nextInt(values.length);

      int key = DescendingWalk.keyAt(values, null, values.length, k);

      assertThat(key).isEqualTo(DescendingWalk.key(sorted[values.length - k]));
    }
  }

  @Test
  void keyAt_withWeights_stopsWhereTheLimitIsReached() {
    float[] values = {3, -1, 2, 2, 9};
    double[] weights = {0.25, 0.5, 0.125, 0.125, 0};

    assertThat(keyAt(values, weights, 0.25)).isEqualTo(3);
    assertThat(keyAt(values, weights, 0.26)).isEqualTo(2);
    assertThat(keyAt(values, weights, 0.5)).isEqualTo(2);
    assertThat(keyAt(values, weights, 0.51)).isEqualTo(-1);
  }

  @Test
  void keyAt_limitAboveAllWeights_isTheSmallestValueWithAWeight() {
    assertThat(keyAt(new float[] {3, -1, 2}, new double[] {1, 0, 1}, 5)).isEqualTo(2);
  }

  private static float keyAt(float[] values, double[] weights, double limit) {
    return DescendingWalk.value(DescendingWalk.keyAt(values, weights, values.length, limit));
  }
}
