// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.Backend;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import org.junit.jupiter.api.Test;

/** Who owns what, for how long. */
abstract class LifetimeContract extends OpContract {
  @Test
  void close_twice_isHarmless() {
    Weight weight = bench.weight(Matrix.random(3, 3, 1));
    Step step = bench.step(3);
    step.close();
    step.close();
    weight.close();
    weight.close();
    Backend backend = bench.backend();
    backend.close();
    backend.close();
  }

  @Test
  void tensor_ofAnotherStep_isRefused() {
    Step first = bench.step(3);
    Step second = bench.step(3);
    Tensor foreign = bench.tensor(first, Matrix.random(3, 8, 1));

    assertThatThrownBy(() -> second.scale(foreign, 2)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void retain_someTensors_keepsThemUsable() {
    Matrix x = Matrix.random(3, 8, 1);
    Step step = bench.step(3);
    Tensor kept = bench.tensor(step, x);
    step.scale(kept, 2);

    step.retain(kept);

    assertThat(Workbench.read(step, kept).data()).containsExactly(x.data());
    assertThat(Workbench.read(step, step.scale(kept, 2)).data())
        .containsExactly(x.map(v -> 2 * v).data());
  }

  @Test
  void inputs_always_areTheStepsOwn() {
    Step step = bench.step(3);

    assertThat(step.inputs().tokens()).isEqualTo(3);
  }

  @Test
  void step_inconsistentInputs_areRefused() {
    int[] two = {0, 1};
    assertThatThrownBy(
            () ->
                bench.step(
                    new StepInputs(
                        two, new int[1], two, two, new int[] {2}, new int[][] {two}, two)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positions");
    assertThatThrownBy(
            () ->
                bench.step(
                    new StepInputs(
                        two, two, two, new int[] {0, 1}, new int[] {2}, new int[][] {two}, two)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("queryStarts");
  }

  @Test
  void backends_twoAtOnce_doNotDisturbEachOther() {
    Matrix x = Matrix.random(3, 8, 1);
    try (Workbench other = new Workbench(open())) {
      Step theirs = other.step(3);
      Tensor tensor = other.tensor(theirs, x);
      Step ours = bench.step(3);
      bench.tensor(ours, Matrix.random(3, 8, 2));
      ours.close();
      assertThat(Workbench.read(theirs, tensor).data()).containsExactly(x.data());
    }
  }
}
