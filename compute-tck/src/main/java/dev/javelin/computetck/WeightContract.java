// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Weight;
import org.junit.jupiter.api.Test;

/** Weights and the rows that tables give. */
abstract class WeightContract extends OpContract {
  @Test
  void weight_afterLoading_knowsItsNameAndShape() {
    Weight weight = bench.weight("layers.0.q", Matrix.random(7, 13, 1));

    assertThat(weight.name()).isEqualTo("layers.0.q");
    assertThat(weight.rows()).isEqualTo(7);
    assertThat(weight.columns()).isEqualTo(13);
  }

  @Test
  void weightTypes_always_includeFloat32() {
    assertThat(bench.backend().weightTypes()).contains(DType.F32);
  }

  @Test
  void weight_ofAnySize_isReadOnceAndNeverOntoTheHeap() {
    InMemoryWeightSource source = new InMemoryWeightSource("big", Matrix.random(3001, 1031, 2));

    bench.own(bench.backend().weight(source));

    assertThat(source.reads()).allMatch(InMemoryWeightSource.Read::direct);
    assertThat(source.reads().stream().mapToLong(InMemoryWeightSource.Read::rowCount).sum())
        .isEqualTo(3001);
  }

  @Test
  void weightBytes_withoutMapping_areAtMostFourAnElement() {
    InMemoryWeightSource source = new InMemoryWeightSource("w", Matrix.zeros(13, 31));

    assertThat(bench.backend().weightBytes(source)).isBetween(1L, 13L * 31 * 4);
  }

  @Test
  void embedding_anyIds_givesTheirRows() {
    Matrix table = Matrix.random(257, 13, 3);
    int[] ids = {256, 0, 7, 7, 128};

    Step step = bench.step(inputs(ids, new int[] {0, 1, 2, 3, 4}));

    assertThat(Workbench.read(step, step.embedding(bench.weight(table))).data())
        .containsExactly(table.select(ids).data());
  }

  @Test
  void positionEmbedding_anyPositions_givesTheirRows() {
    Matrix table = Matrix.random(64, 7, 4);
    int[] positions = {63, 5, 0};

    Step step = bench.step(inputs(new int[] {900, 901, 902}, positions));

    assertThat(Workbench.read(step, step.positionEmbedding(bench.weight(table))).data())
        .containsExactly(table.select(positions).data());
  }

  @Test
  void embedding_noTokens_givesNoRows() {
    Step step = bench.step(0);

    assertThat(step.embedding(bench.weight(Matrix.random(3, 8, 5))).rows()).isZero();
    assertThat(step.positionEmbedding(bench.weight(Matrix.random(3, 8, 5))).rows()).isZero();
  }

  @Test
  void embedding_idOutsideTheTable_isRefused() {
    Step step = bench.step(inputs(new int[] {3}, new int[] {0}));
    Weight table = bench.weight(Matrix.random(3, 8, 6));

    assertThatThrownBy(() -> step.embedding(table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("embedding")
        .hasMessageContaining("3");
  }

  @Test
  void positionEmbedding_positionOutsideTheTable_isRefused() {
    Step step = bench.step(inputs(new int[] {0}, new int[] {8}));
    Weight table = bench.weight(Matrix.random(8, 8, 7));

    assertThatThrownBy(() -> step.positionEmbedding(table))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positionEmbedding")
        .hasMessageContaining("8");
  }

  /** One sequence; slots and blocks are not used. */
  private static StepInputs inputs(int[] ids, int[] positions) {
    return new StepInputs(
        ids,
        positions,
        new int[ids.length],
        new int[] {0, ids.length},
        new int[] {ids.length},
        new int[][] {new int[ids.length]},
        new int[0]);
  }
}
