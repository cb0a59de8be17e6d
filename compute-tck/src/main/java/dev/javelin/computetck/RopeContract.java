// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.RopeTable;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rotary position embeddings. */
abstract class RopeContract extends OpContract {
  private static final int POSITIONS = 5000;

  @Test
  void rope_wholeHead_matchesTheRotation() {
    check(1, 64, angles(32, 1, false));
    check(9, 64, angles(32, 1, false));
    check(3, 2, angles(1, 1, false));
    check(2, 26, angles(13, 1, false));
  }

  @Test
  void rope_interleaved_rotatesNeighbours() {
    check(3, 64, angles(32, 1, true));
    check(2, 26, angles(13, 1, true));
    check(1, 2, angles(1, 1, true));
  }

  @Test
  void rope_partial_passesTheRestThrough() {
    check(3, 64, angles(8, 1, false));
    check(3, 31, angles(7, 1, false));
    check(3, 31, angles(7, 1, true));
  }

  @Test
  void rope_attentionFactor_scalesCosineAndSine() {
    check(3, 16, angles(8, 1.2079441541679836, false));
    check(3, 31, angles(7, 0.5, true));
  }

  @Test
  void ropeTable_always_knowsItsPositions() {
    RopeTable table = bench.own(bench.backend().ropeTable(angles(3, 1, false), 77));

    assertThat(table.positions()).isEqualTo(77);
  }

  @Test
  void rope_zeroRows_givesZeroRows() {
    Step step = bench.step(0);
    RopeTable table = bench.own(bench.backend().ropeTable(angles(4, 1, false), 16));

    Tensor actual = step.rope(bench.tensor(step, Matrix.zeros(0, 24)), 3, table);

    assertThat(actual.rows()).isZero();
    assertThat(actual.columns()).isEqualTo(24);
  }

  @Test
  void rope_positionOutsideTheTable_isRefused() {
    Step step = bench.step(3);
    RopeTable table = bench.own(bench.backend().ropeTable(angles(4, 1, false), 2));
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));

    assertThatThrownBy(() -> step.rope(x, 1, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("rope", "2");
  }

  @Test
  void rope_headsNarrowerThanTheTable_namesOpAndShape() {
    Step step = bench.step(3);
    RopeTable table = bench.own(bench.backend().ropeTable(angles(4, 1, false), 16));
    Tensor x = bench.tensor(step, Matrix.random(3, 14, 1));

    assertThatThrownBy(() -> step.rope(x, 2, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("rope", "[3, 14]", "8");
    assertThatThrownBy(() -> step.rope(x, 3, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("rope", "[3, 14]", "heads=3");
  }

  @Test
  void rope_rowsThatAreNotTheTokens_isRefused() {
    Step step = bench.step(3);
    RopeTable table = bench.own(bench.backend().ropeTable(angles(4, 1, false), 16));
    Tensor two = step.rows(bench.tensor(step, Matrix.random(3, 8, 1)), new int[] {0, 1});

    assertThatThrownBy(() -> step.rope(two, 1, table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("rope", "[2, 8]", "3");
  }

  private void check(int heads, int width, RopeAngles angles) {
    int[] positions = {0, 1, 7, 4999, 31, 31, 257};
    Matrix x = Matrix.random(positions.length, heads * width, width);
    RopeTable table = bench.own(bench.backend().ropeTable(angles, POSITIONS));
    Step step = bench.step(at(positions));

    Tensor actual = step.rope(bench.tensor(step, x), heads, table);

    Workbench.assertClose(
        Workbench.read(step, actual), Reference.rope(x, heads, angles, positions), TOLERANCE);
  }

  private static RopeAngles angles(int pairs, double attentionFactor, boolean interleaved) {
    double[] frequencies = new double[pairs];
    Arrays.setAll(frequencies, i -> Math.pow(10000, -(double) i / pairs));
    return new RopeAngles(frequencies, attentionFactor, interleaved);
  }

  private static StepInputs at(int[] positions) {
    int tokens = positions.length;
    return new StepInputs(
        IntStream.range(0, tokens).toArray(),
        positions,
        new int[tokens],
        new int[] {0, tokens},
        new int[] {tokens},
        new int[][] {new int[tokens]},
        new int[0]);
  }
}
