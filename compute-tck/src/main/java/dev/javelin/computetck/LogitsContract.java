// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.TopTokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ops that end a step: what a sampler reads. */
abstract class LogitsContract extends OpContract {
  @Test
  void argmax_anySize_findsTheLargest() {
    for (int width : new int[] {1, 3, 7, 8, 13, 31, 64, 257, 49152}) {
      Matrix x = Matrix.random(13, width, width);
      Step step = bench.step(13);

      int[] actual = step.argmax(bench.tensor(step, x));

      for (int row = 0; row < x.rows(); row++) {
        assertThat(actual[row]).isEqualTo(order(x, row)[0]);
      }
    }
  }

  @Test
  void argmax_tie_takesTheLowestIndex() {
    for (int width : SIZES) {
      Matrix x = Matrix.zeros(1, width);
      Step step = bench.step(1);
      assertThat(step.argmax(bench.tensor(step, x))).containsExactly(0);
    }
    Matrix x = Matrix.random(1, 1031, 1);
    x.set(0, 1030, 9);
    x.set(0, 700, 9);
    x.set(0, 701, 9);
    Step step = bench.step(1);
    assertThat(step.argmax(bench.tensor(step, x))).containsExactly(700);
  }

  @Test
  void argmax_infinities_areOrdinaryValues() {
    Matrix x = Matrix.random(3, 31, 1);
    Arrays.fill(x.data(), 0, 31, Double.NEGATIVE_INFINITY);
    x.set(1, 7, Double.POSITIVE_INFINITY);
    Step step = bench.step(3);

    int[] actual = step.argmax(bench.tensor(step, x));

    assertThat(actual).containsExactly(0, 7, order(x, 2)[0]);
  }

  @Test
  void argmax_rowWithNan_givesMinusOneForThatRowOnly() {
    Matrix x = Matrix.random(3, 257, 1);
    x.set(1, 256, Double.NaN);
    Step step = bench.step(3);

    int[] actual = step.argmax(bench.tensor(step, x));

    assertThat(actual).containsExactly(order(x, 0)[0], -1, order(x, 2)[0]);
  }

  @Test
  void argmax_noRows_givesNothing() {
    Step step = bench.step(0);

    assertThat(step.argmax(bench.tensor(step, Matrix.zeros(0, 8)))).isEmpty();
  }

  @Test
  void topTokens_anySize_givesLogSoftmaxOverTheWholeRow() {
    for (int width : new int[] {1, 7, 257, 49152}) {
      Matrix x = Matrix.random(3, width, width).map(v -> (float) (5 * v));
      int k = Math.min(20, width);
      Step step = bench.step(3);

      TopTokens actual = step.topTokens(bench.tensor(step, x), k);

      for (int row = 0; row < 3; row++) {
        int[] expected = Arrays.copyOf(order(x, row), k);
        assertThat(actual.ids()[row]).containsExactly(expected);
        for (int i = 0; i < k; i++) {
          assertThat((double) actual.logprobs()[row][i])
              .isCloseTo(logprob(x, row, expected[i]), within(2e-5));
        }
      }
    }
  }

  @Test
  void topTokens_ties_comeInAscendingOrderOfIds() {
    Matrix x = Matrix.zeros(1, 1031);
    x.set(0, 900, 1);
    x.set(0, 500, 2);
    x.set(0, 100, 1);
    Step step = bench.step(1);

    TopTokens actual = step.topTokens(bench.tensor(step, x), 6);

    assertThat(actual.ids()[0]).containsExactly(500, 100, 900, 0, 1, 2);
  }

  @Test
  void topTokens_maskedEntries_haveNoProbability() {
    Matrix x = Matrix.zeros(1, 13).map(v -> Double.NEGATIVE_INFINITY);
    x.set(0, 5, 1);
    x.set(0, 3, 1);
    Step step = bench.step(1);

    TopTokens actual = step.topTokens(bench.tensor(step, x), 3);

    assertThat(actual.ids()[0]).containsExactly(3, 5, 0);
    assertThat((double) actual.logprobs()[0][1]).isCloseTo(-Math.log(2), within(1e-6));
    assertThat(actual.logprobs()[0][2]).isEqualTo(Float.NEGATIVE_INFINITY);
  }

  @Test
  void topTokens_rowWithNan_hasNanProbabilities() {
    Matrix x = Matrix.random(3, 31, 1);
    x.set(1, 30, Double.NaN);
    Step step = bench.step(3);

    TopTokens actual = step.topTokens(bench.tensor(step, x), 4);

    assertThat(actual.logprobs()[1]).containsOnly(Float.NaN);
    assertThat(actual.ids()[0]).containsExactly(Arrays.copyOf(order(x, 0), 4));
  }

  @Test
  void topTokens_noRows_givesNothing() {
    Step step = bench.step(0);

    TopTokens actual = step.topTokens(bench.tensor(step, Matrix.zeros(0, 8)), 3);

    assertThat(actual.ids()).isEmpty();
    assertThat(actual.logprobs()).isEmpty();
  }

  @Test
  void topTokens_moreThanThereAre_isRefused() {
    Step step = bench.step(1);
    Tensor x = bench.tensor(step, Matrix.random(1, 8, 1));

    assertThatThrownBy(() -> step.topTokens(x, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("topTokens", "k=9", "[1, 8]");
    assertThatThrownBy(() -> step.topTokens(x, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readRow_intoALargerArray_leavesTheRestAlone() {
    Matrix x = Matrix.random(3, 7, 1);
    Step step = bench.step(3);
    float[] target = new float[9];
    Arrays.fill(target, 42);

    step.readRow(bench.tensor(step, x), 2, target);

    for (int i = 0; i < 7; i++) {
      assertThat((double) target[i]).isEqualTo(x.get(2, i));
    }
    assertThat(target[7]).isEqualTo(42);
    assertThat(target[8]).isEqualTo(42);
  }

  @Test
  void readRow_wrongRowOrTarget_isRefused() {
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 7, 1));

    assertThatThrownBy(() -> step.readRow(x, 3, new float[7]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("readRow", "row=3", "[3, 7]");
    assertThatThrownBy(() -> step.readRow(x, 0, new float[6]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("readRow", "6", "[3, 7]");
  }

  /** Columns by descending value, equal ones by ascending index. */
  private static int[] order(Matrix x, int row) {
    return IntStream.range(0, x.columns())
        .boxed()
        .sorted(Comparator.comparing((Integer i) -> x.get(row, i)).reversed())
        .mapToInt(i -> i)
        .toArray();
  }

  private static double logprob(Matrix x, int row, int column) {
    double sum = 0;
    double largest = Arrays.stream(x.slice(row, row + 1).data()).max().orElseThrow();
    for (int i = 0; i < x.columns(); i++) {
      sum += Math.exp(x.get(row, i) - largest);
    }
    return x.get(row, column) - largest - Math.log(sum);
  }
}
