// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.Activation;
import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Element-wise ops and the gathering of rows. */
abstract class ElementWiseContract extends OpContract {
  @ParameterizedTest
  @EnumSource(Activation.class)
  void activation_anySize_matchesItsFormula(Activation activation) {
    for (int width : SIZES) {
      Matrix x = Matrix.random(7, width, width).map(v -> (float) (3 * v));

      Matrix actual = bench.apply(x, (step, t) -> step.activation(activation, t));

      Workbench.assertClose(actual, x.map(v -> Reference.activation(activation, v)), TOLERANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void activation_largeArguments_reachesItsLimits(Activation activation) {
    Matrix x = new Matrix(1, 4, new double[] {-1000, -100, 100, 1000});

    Matrix actual = bench.apply(x, (step, t) -> step.activation(activation, t));

    assertThat(actual.map(v -> v + 0.0).data()).containsExactly(0, 0, 100, 1000);
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void gated_anySize_isActivationOfGateTimesUp(Activation activation) {
    for (int width : SIZES) {
      Matrix gate = Matrix.random(3, width, width);
      Matrix up = Matrix.random(3, width, width + 1);
      Step step = bench.step(3);

      Tensor actual = step.gated(activation, bench.tensor(step, gate), bench.tensor(step, up));

      Workbench.assertClose(
          Workbench.read(step, actual),
          Reference.zip(gate, up, (g, u) -> Reference.activation(activation, g) * u),
          TOLERANCE);
    }
  }

  @Test
  void add_anySize_isTheSum() {
    for (int width : SIZES) {
      Matrix a = Matrix.random(13, width, 1);
      Matrix b = Matrix.random(13, width, 2);
      Step step = bench.step(13);

      Tensor actual = step.add(bench.tensor(step, a), bench.tensor(step, b));

      Workbench.assertClose(
          Workbench.read(step, actual), Reference.zip(a, b, Double::sum), TOLERANCE);
    }
  }

  @Test
  void ops_always_leaveTheirArgumentsUnchanged() {
    Matrix a = Matrix.random(3, 8, 1);
    Matrix b = Matrix.random(3, 8, 2);
    Step step = bench.step(3);
    Tensor left = bench.tensor(step, a);
    Tensor right = bench.tensor(step, b);

    step.add(left, right);
    step.gated(Activation.SILU, left, right);
    step.scale(left, 3);
    step.softcap(left, 3);

    assertThat(Workbench.read(step, left).data()).containsExactly(a.data());
    assertThat(Workbench.read(step, right).data()).containsExactly(b.data());
  }

  @Test
  void scale_anySize_multiplies() {
    for (int width : SIZES) {
      Matrix x = Matrix.random(3, width, width);

      Matrix actual = bench.apply(x, (step, t) -> step.scale(t, 33.941125496954285));

      Workbench.assertClose(actual, x.map(v -> v * 33.941125496954285), TOLERANCE);
    }
  }

  @Test
  void softcap_anySize_boundsByTheCap() {
    for (int width : SIZES) {
      Matrix x = Matrix.random(3, width, width).map(v -> (float) (40 * v));

      Matrix actual = bench.apply(x, (step, t) -> step.softcap(t, 30));

      Workbench.assertClose(actual, x.map(v -> 30 * Math.tanh(v / 30)), TOLERANCE);
    }
  }

  @Test
  void rows_inAnyOrder_areGathered() {
    Matrix x = Matrix.random(31, 13, 1);
    int[] rows = {30, 0, 0, 17};

    Matrix actual = bench.apply(x, (step, t) -> step.rows(t, rows));

    assertThat(actual.data()).containsExactly(x.select(rows).data());
  }

  @Test
  void rows_none_givesNoRows() {
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));

    Tensor none = step.rows(x, new int[0]);

    assertThat(none.rows()).isZero();
    assertThat(none.columns()).isEqualTo(8);
  }

  @Test
  void rows_outOfRange_isRefused() {
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));

    assertThatThrownBy(() -> step.rows(x, new int[] {3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows")
        .hasMessageContaining("3");
  }

  @Test
  void elementWise_zeroRows_givesZeroRows() {
    Step step = bench.step(0);
    Tensor x = bench.tensor(step, Matrix.zeros(0, 8));

    assertThat(step.add(x, x).rows()).isZero();
    assertThat(step.scale(x, 2).rows()).isZero();
    assertThat(step.softcap(x, 2).rows()).isZero();
    for (Activation activation : Activation.values()) {
      assertThat(step.activation(activation, x).rows()).isZero();
      assertThat(step.gated(activation, x, x).columns()).isEqualTo(8);
    }
  }

  @Test
  void elementWise_nan_staysInItsPlace() {
    Matrix x = Matrix.random(3, 7, 1);
    x.set(1, 2, Double.NaN);
    for (Activation activation : Activation.values()) {
      assertNanOnlyAt(bench.apply(x, (step, t) -> step.activation(activation, t)), 1, 2);
      assertNanOnlyAt(bench.apply(x, (step, t) -> step.gated(activation, t, t)), 1, 2);
    }
    assertNanOnlyAt(bench.apply(x, (step, t) -> step.add(t, t)), 1, 2);
    assertNanOnlyAt(bench.apply(x, (step, t) -> step.scale(t, 2)), 1, 2);
    assertNanOnlyAt(bench.apply(x, (step, t) -> step.softcap(t, 2)), 1, 2);
  }

  @Test
  void elementWise_differentShapes_namesOpAndBothShapes() {
    Step step = bench.step(3);
    Tensor a = bench.tensor(step, Matrix.random(3, 7, 1));
    Tensor b = bench.tensor(step, Matrix.random(3, 8, 1));

    assertThatThrownBy(() -> step.add(a, b))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("add", "[3, 7]", "[3, 8]");
    assertThatThrownBy(() -> step.gated(Activation.SILU, a, step.rows(a, new int[] {0})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("gated", "[3, 7]", "[1, 7]");
  }

  private static void assertNanOnlyAt(Matrix actual, int row, int column) {
    for (int i = 0; i < actual.rows(); i++) {
      for (int j = 0; j < actual.columns(); j++) {
        assertThat(Double.isNaN(actual.get(i, j)))
            .as("NaN at %d, %d", i, j)
            .isEqualTo(i == row && j == column);
      }
    }
  }
}
