// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import org.junit.jupiter.api.Test;

/** Norms. */
abstract class NormContract extends OpContract {
  @Test
  void rmsNorm_anySize_matchesItsFormula() {
    for (int width : SIZES) {
      for (int rows : SIZES) {
        Matrix x = Matrix.random(rows, width, rows);
        Matrix weight = Matrix.random(1, width, 2);
        Weight w = bench.weight(weight);

        Matrix actual = bench.apply(x, (step, t) -> step.rmsNorm(t, w, 1e-5));

        Workbench.assertClose(actual, Reference.rmsNorm(x, weight, 1e-5), TOLERANCE);
      }
    }
  }

  @Test
  void rmsNorm_narrowWeight_normalisesEachGroup() {
    for (int heads : new int[] {2, 3, 9}) {
      Matrix x = Matrix.random(13, heads * 31, heads);
      Matrix weight = Matrix.random(1, 31, 2);
      Weight w = bench.weight(weight);

      Matrix actual = bench.apply(x, (step, t) -> step.rmsNorm(t, w, 1e-6));

      Workbench.assertClose(actual, Reference.rmsNorm(x, weight, 1e-6), TOLERANCE);
    }
  }

  @Test
  void rmsNorm_zeros_areKeptZeroByEpsilon() {
    Weight w = bench.weight(Matrix.random(1, 8, 1));

    Matrix actual = bench.apply(Matrix.zeros(3, 8), (step, t) -> step.rmsNorm(t, w, 1e-6));

    assertThat(actual.map(Math::abs).data()).containsOnly(0);
  }

  @Test
  void layerNorm_anySize_matchesItsFormula() {
    for (int width : SIZES) {
      Matrix x = Matrix.random(7, width, width).map(v -> (float) (v + 2));
      Matrix weight = Matrix.random(1, width, 2);
      Matrix bias = Matrix.random(1, width, 3);
      Weight w = bench.weight(weight);
      Weight b = bench.weight(bias);

      Workbench.assertClose(
          bench.apply(x, (step, t) -> step.layerNorm(t, w, b, 1e-5)),
          Reference.layerNorm(x, weight, bias, 1e-5),
          4 * TOLERANCE);
      Workbench.assertClose(
          bench.apply(x, (step, t) -> step.layerNorm(t, w, null, 1e-5)),
          Reference.layerNorm(x, weight, null, 1e-5),
          4 * TOLERANCE);
    }
  }

  @Test
  void norms_zeroRows_giveZeroRows() {
    Step step = bench.step(0);
    Tensor x = bench.tensor(step, Matrix.zeros(0, 8));
    Weight w = bench.weight(Matrix.random(1, 8, 1));

    assertThat(step.rmsNorm(x, w, 1e-5).rows()).isZero();
    assertThat(step.layerNorm(x, w, w, 1e-5).columns()).isEqualTo(8);
  }

  @Test
  void norms_nan_spreadsOverItsRowOnly() {
    Matrix x = Matrix.random(3, 13, 1);
    x.set(1, 4, Double.NaN);
    Weight w = bench.weight(Matrix.random(1, 13, 1));

    for (Matrix actual :
        new Matrix[] {
          bench.apply(x, (step, t) -> step.rmsNorm(t, w, 1e-5)),
          bench.apply(x, (step, t) -> step.layerNorm(t, w, null, 1e-5))
        }) {
      assertThat(actual.slice(1, 2).data()).containsOnly(Double.NaN);
      assertThat(actual.select(0, 2).data()).doesNotContain(Double.NaN);
    }
  }

  @Test
  void norms_wrongWidth_namesOpAndBothShapes() {
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));
    Weight wrong = bench.weight(Matrix.random(1, 7, 1));
    Weight right = bench.weight(Matrix.random(1, 8, 1));

    assertThatThrownBy(() -> step.rmsNorm(x, wrong, 1e-5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("rmsNorm", "[3, 8]", "[1, 7]");
    assertThatThrownBy(() -> step.layerNorm(x, wrong, null, 1e-5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("layerNorm", "[3, 8]", "[1, 7]");
    assertThatThrownBy(() -> step.layerNorm(x, right, wrong, 1e-5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("layerNorm", "[3, 8]", "[1, 7]");
  }
}
