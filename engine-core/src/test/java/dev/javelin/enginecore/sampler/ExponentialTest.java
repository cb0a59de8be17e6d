// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ExponentialTest {
  @Test
  void exp_randomNumbers_isWithinTwoUnitsInTheLastPlace() {
    Random random = new Random(3);
    for (int i = 0; i < 1_000_000; i++) {
      double x = i % 2 == 0 ? -random.nextDouble() * 708 : -Math.scalb(1, -random.nextInt(60));
      double expected = StrictMath.exp(x);

      assertThat(Math.abs(Exponential.exp(x) - expected) <= 2 * Math.ulp(expected))
          .as("exp(%s)=%s, expected %s", x, Exponential.exp(x), expected)
          .isTrue();
    }
  }

  @Test
  void exp_specialNumbers_areExact() {
    assertThat(Exponential.exp(0)).isEqualTo(1);
    assertThat(Exponential.exp(-0.0)).isEqualTo(1);
    assertThat(Exponential.exp(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(Exponential.exp(-708)).isPositive();
    assertThat(Exponential.exp(-708.1)).isZero();
    assertThat(Exponential.exp(Double.NaN)).isNaN();
  }

  @Test
  void replaceAll_firstNumbers_replacesThemAndReturnsTheirSum() {
    double[] values = {0, -1, -1000, -5};

    double sum = Exponential.replaceAll(values, 3);

    assertThat(values).containsExactly(1, Exponential.exp(-1), 0, -5);
    assertThat(sum).isEqualTo(1 + Exponential.exp(-1));
  }

  @Test
  void exp_ascendingNumbers_neverDescends() {
    double last = 0;
    for (float x = -20; x < 0; x = Math.nextUp(x + 1e-5f)) {
      double value = Exponential.exp(x);
      assertThat(value >= last).as("exp(%s)", x).isTrue();
      last = value;
    }
  }
}
