// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import org.junit.jupiter.api.Test;

/** Linear layers. */
abstract class LinearContract extends OpContract {
  @Test
  void linear_anySize_matchesTheProduct() {
    for (int in : SIZES) {
      for (int out : SIZES) {
        Matrix weight = Matrix.random(out, in, in).map(v -> (float) (v / Math.sqrt(in)));
        Weight w = bench.weight(weight);
        for (int rows : new int[] {1, 2, 7, 64}) {
          Matrix x = Matrix.random(rows, in, out);

          Matrix actual = bench.apply(x, (step, t) -> step.linear(t, w, null));

          Workbench.assertClose(actual, Reference.linear(x, weight, null), 2 * TOLERANCE);
        }
      }
    }
  }

  @Test
  void linear_manyRows_matchesTheProduct() {
    Matrix weight = Matrix.random(31, 64, 1).map(v -> (float) (v / 8));
    Weight w = bench.weight(weight);
    Matrix x = Matrix.random(600, 64, 2);

    Matrix actual = bench.apply(x, (step, t) -> step.linear(t, w, null));

    Workbench.assertClose(actual, Reference.linear(x, weight, null), 2 * TOLERANCE);
  }

  @Test
  void linear_withBias_addsItToEachRow() {
    for (int out : SIZES) {
      Matrix weight = Matrix.random(out, 31, 1).map(v -> (float) (v / 6));
      Matrix bias = Matrix.random(1, out, 2);
      Weight w = bench.weight(weight);
      Weight b = bench.weight(bias);
      for (int rows : new int[] {1, 13}) {
        Matrix x = Matrix.random(rows, 31, 3);

        Matrix actual = bench.apply(x, (step, t) -> step.linear(t, w, b));

        Workbench.assertClose(actual, Reference.linear(x, weight, bias), 2 * TOLERANCE);
      }
    }
  }

  @Test
  void linear_zeroRows_givesZeroRows() {
    Step step = bench.step(0);
    Tensor x = bench.tensor(step, Matrix.zeros(0, 8));

    Tensor actual = step.linear(x, bench.weight(Matrix.random(13, 8, 1)), null);

    assertThat(actual.rows()).isZero();
    assertThat(actual.columns()).isEqualTo(13);
  }

  @Test
  void linear_nan_spreadsOverItsRowOnly() {
    Matrix x = Matrix.random(3, 64, 1);
    x.set(1, 63, Double.NaN);
    Weight w = bench.weight(Matrix.random(31, 64, 2));

    Matrix actual = bench.apply(x, (step, t) -> step.linear(t, w, null));

    assertThat(actual.slice(1, 2).data()).containsOnly(Double.NaN);
    assertThat(actual.select(0, 2).data()).doesNotContain(Double.NaN);
  }

  @Test
  void linear_wrongShapes_namesOpAndBothShapes() {
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));
    Weight w = bench.weight(Matrix.random(13, 8, 1));
    Weight narrow = bench.weight(Matrix.random(13, 7, 1));
    Weight bias = bench.weight(Matrix.random(1, 12, 1));

    assertThatThrownBy(() -> step.linear(x, narrow, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("linear", "[3, 8]", "[13, 7]");
    assertThatThrownBy(() -> step.linear(x, w, bias))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("linear", "[13, 8]", "[1, 12]");
  }
}
