// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import org.junit.jupiter.api.Test;

/** Writing to the KV cache. */
abstract class CacheContract extends OpContract {
  private static final AttentionShape SHAPE = new AttentionShape(1, 1, 4, 4, 1, 0, 0);

  private KVCache cache() {
    return bench.own(bench.backend().kvCache(new KVCacheShape(2, 8, 4, 1, 4, 4, DType.F32)));
  }

  @Test
  void kvCache_always_knowsItsShape() {
    assertThat(cache().shape()).isEqualTo(new KVCacheShape(2, 8, 4, 1, 4, 4, DType.F32));
  }

  @Test
  void writeKeyValue_oneLayer_leavesTheOthersAlone() {
    KVCache cache = cache();
    Step step = bench.step(single(1, 4));
    Matrix x = Matrix.random(1, 4, 1);
    Matrix other = Matrix.random(1, 4, 2);
    Tensor tensor = bench.tensor(step, x);
    Tensor otherTensor = bench.tensor(step, other);

    step.writeKeyValue(cache, 0, otherTensor, otherTensor);
    step.writeKeyValue(cache, 1, tensor, tensor);

    assertThat(Workbench.read(step, step.attention(tensor, cache, 1, SHAPE)).data())
        .containsExactly(x.data());
    assertThat(Workbench.read(step, step.attention(tensor, cache, 0, SHAPE)).data())
        .containsExactly(other.data());
  }

  @Test
  void writeKeyValue_sameSlotAgain_replaces() {
    KVCache cache = cache();
    Matrix x = Matrix.random(1, 4, 2);
    try (Step step = bench.backend().step(single(1, 4))) {
      Tensor old = bench.tensor(step, Matrix.random(1, 4, 1));
      step.writeKeyValue(cache, 0, old, old);
    }
    Step step = bench.step(single(1, 4));
    Tensor tensor = bench.tensor(step, x);

    step.writeKeyValue(cache, 0, tensor, tensor);

    assertThat(Workbench.read(step, step.attention(tensor, cache, 0, SHAPE)).data())
        .containsExactly(x.data());
  }

  @Test
  void writeKeyValue_laterTokensOfABlock_keepTheEarlierOnes() {
    PagedSequences batch =
        new PagedSequences(bench, new AttentionShape(2, 1, 4, 4, 0.5, 0, 0), 4, 16);
    PagedSequences.Sequence sequence = batch.add(11);

    batch.run(sequence, 3);

    Workbench.assertClose(sequence.output, sequence.expected(), 1e-5);
  }

  @Test
  void writeKeyValue_zeroTokens_changesNothing() {
    KVCache cache = cache();
    Step step = bench.step(0);
    Tensor none = bench.tensor(step, Matrix.zeros(0, 4));

    step.writeKeyValue(cache, 0, none, none);

    assertThat(step.attention(none, cache, 0, SHAPE).rows()).isZero();
  }

  @Test
  void writeKeyValue_slotOutsideTheCache_isRefused() {
    KVCache cache = cache();
    Step step = bench.step(single(1, 32));
    Tensor x = bench.tensor(step, Matrix.random(1, 4, 1));

    assertThatThrownBy(() -> step.writeKeyValue(cache, 0, x, x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("writeKeyValue", "slot=32");
  }

  @Test
  void writeKeyValue_wrongShapes_namesOpAndShapes() {
    KVCache cache = cache();
    Step step = bench.step(single(1, 4));
    Tensor right = bench.tensor(step, Matrix.random(1, 4, 1));
    Tensor wrong = bench.tensor(step, Matrix.random(1, 5, 1));

    for (Runnable write :
        new Runnable[] {
          () -> step.writeKeyValue(cache, 0, wrong, right),
          () -> step.writeKeyValue(cache, 0, right, wrong)
        }) {
      assertThatThrownBy(write::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("writeKeyValue", "[1, 5]", "Width=4");
    }
    assertThatThrownBy(() -> step.writeKeyValue(cache, 2, right, right))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("writeKeyValue", "layer=2");
  }

  /** One token, the first of its sequence, in one block of four slots. */
  private static StepInputs single(int block, int slot) {
    int[] zero = {0};
    return new StepInputs(
        zero, zero, new int[] {slot}, new int[] {0, 1}, new int[] {1}, new int[][] {{block}}, zero);
  }
}
