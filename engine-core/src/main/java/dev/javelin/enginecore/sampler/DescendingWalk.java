// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds how far down a descending walk over floats must go to collect a given weight, without
 * sorting: a radix selection from the highest digit down, three passes over the values whatever
 * they are.
 *
 * <p>Floats are compared by keys: ints in the order of the values, where both zeros are equal and a
 * NaN is beyond one of the infinities.
 */
final class DescendingWalk {
  /** Bits of a key below each digit, highest digit first. */
  private static final int[] SHIFTS = {21, 10, 0};

  private static final int[] DIGIT_BITS = {11, 11, 10};

  private DescendingWalk() {}

  /** The key of a value. */
  static int key(float value) {
    int bits = Float.floatToRawIntBits(value + 0f);
    return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
  }

  /** The value of a key. */
  static float value(int key) {
    return Float.intBitsToFloat(key ^ ((key >> 31) & Integer.MAX_VALUE));
  }

  /**
   * The key at which a walk from the largest value down has collected {@code limit} or more.
   *
   * @param values any floats
   * @param weights 0 or more, of each value; null if each weighs 1
   * @param size how many values to walk over, at least one of them with a positive weight
   * @param limit over 0; if all weights together stay below it, the answer is the key of the
   *     smallest value with a positive weight
   */
  static int keyAt(float[] values, double @Nullable [] weights, int size, double limit) {
    double[] sums = new double[1 << DIGIT_BITS[0]];
    double above = 0;
    // The lowest key with the digits chosen so far; keys outside their range give no valid digit.
    int lowest = Integer.MIN_VALUE;
    for (int level = 0; level < SHIFTS.length; level++) {
      int shift = SHIFTS[level];
      int digits = 1 << DIGIT_BITS[level];
      Arrays.fill(sums, 0);
      for (int i = 0; i < size; i++) {
        int digit = (key(values[i]) - lowest) >>> shift;
        // One unsigned comparison: two signed ones mispredict for every other value.
        if (Integer.compareUnsigned(digit, digits) < 0) {
          sums[digit] += weights == null ? 1.0 : weights[i];
        }
      }
      int chosen = 0;
      double reached = above;
      for (int digit = digits - 1; digit >= 0 && reached < limit; digit--) {
        if (sums[digit] > 0) {
          chosen = digit;
          above = reached;
          reached += sums[digit];
        }
      }
      lowest += chosen << shift;
    }
    return lowest;
  }
}
