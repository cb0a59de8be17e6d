// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static dev.javelin.scheduler.TestEngine.numTokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a step's tokens are shared out, and what the runner is told. */
class SchedulerStepTest {
  @Test
  void schedule_threeDecodesAndALongPrefill_shareTheBudget() {
    TestEngine engine = TestEngine.with().budget(10).maxNumSeqs(8).engine();
    for (int i = 0; i < 3; i++) {
      engine.add(TestRequest.of("d" + i, 20 * i, 2).maxTokens(50));
    }
    engine.step();
    engine.add(TestRequest.of("long", 100, 17).maxTokens(50));
    assertThat(numTokens(engine.step()))
        .isEqualTo(Map.of("d0", 1, "d1", 1, "d2", 1, "long", 7))
        .containsOnlyKeys("d0", "d1", "d2", "long");
    assertThat(numTokens(engine.step())).containsEntry("long", 7);
    assertThat(numTokens(engine.step())).containsEntry("long", 3).containsEntry("d0", 1);
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("d0", 1, "d1", 1, "d2", 1, "long", 1));
  }

  @Test
  void schedule_budgetOfOne_computesATokenAtATime() {
    TestEngine engine = TestEngine.with().budget(1).engine();
    engine.add(TestRequest.of("a", 0, 3).maxTokens(2)).add(TestRequest.of("b", 50, 2).maxTokens(1));
    List<Map<String, Integer>> steps = new ArrayList<>();
    while (engine.scheduler.hasUnfinishedRequests()) {
      steps.add(numTokens(engine.step()));
    }
    assertThat(steps)
        .containsExactly(
            Map.of("a", 1),
            Map.of("a", 1),
            Map.of("a", 1),
            Map.of("a", 1),
            Map.of("b", 1),
            Map.of("b", 1));
  }

  @Test
  void schedule_threshold_capsEachPrompt() {
    TestEngine engine = TestEngine.with().budget(20).threshold(6).engine();
    engine.add(TestRequest.of("a", 0, 13)).add(TestRequest.of("b", 50, 7));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 6, "b", 6));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 6, "b", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 1, "b", 1));
  }

  @Test
  void schedule_withoutChunking_waitsForAStepWithRoom() {
    TestEngine engine = TestEngine.with().budget(10).maxNumSeqs(4).chunked(false).engine();
    engine.add(TestRequest.of("a", 0, 6).maxTokens(2)).add(TestRequest.of("b", 50, 10));
    engine.add(TestRequest.of("small", 90, 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 6));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("b", 10));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("b", 1, "small", 1));
  }

  /** vllm-project/vllm#1658: n completions with fewer slots waited for ever. */
  @Test
  void schedule_moreCompletionsThanSeats_runOneAfterAnother() {
    for (int n : new int[] {2, 100}) {
      TestEngine engine = TestEngine.with().maxNumSeqs(1).engine();
      EngineCoreRequest parent = TestRequest.of("parent", 0, 9).build();
      for (int i = 0; i < n; i++) {
        engine.add(parent.child(i + "_parent", parent.samplingParams()));
      }
      engine.runAll(10 * n);
      for (int i = 0; i < n; i++) {
        assertThat(engine.tokens(i + "_parent")).isEqualTo(FakeModel.continuation(parent, 4, 0));
      }
    }
  }

  @Test
  void schedule_maxNumSeqsOne_runsOneRequestAtATime() {
    TestEngine engine = TestEngine.with().maxNumSeqs(1).engine();
    engine.add(TestRequest.of("a", 0, 3).maxTokens(2)).add(TestRequest.of("b", 50, 3));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 3));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("b", 3));
  }

  @Test
  void schedule_runner_isToldNewBlocksOnlyAndEndsOnce() {
    TestEngine engine = TestEngine.with().usableBlocks(20).blockSize(2).engine();
    engine.add(TestRequest.of("a", 0, 3).maxTokens(3));
    SchedulerOutput first = engine.step();
    assertThat(first.newRequests()).extracting(EngineCoreRequest::requestId).containsExactly("a");
    ScheduledRequest part = first.scheduled().get(0);
    assertThat(part.blocksReplaced()).isTrue();
    assertThat(part.blockIds()).containsExactly(1, 2);
    assertThat(part.numComputedTokens()).isZero();

    SchedulerOutput second = engine.step();
    assertThat(second.newRequests()).isEmpty();
    assertThat(second.scheduled().get(0).blocksReplaced()).isFalse();
    assertThat(second.scheduled().get(0).blockIds()).isEmpty();
    assertThat(second.scheduled().get(0).numComputedTokens()).isEqualTo(3);

    assertThat(engine.step().scheduled().get(0).blockIds()).containsExactly(3);
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
    assertThat(engine.scheduler.hasRequests()).isTrue();
    SchedulerOutput last = engine.step();
    assertThat(last.totalTokens()).isZero();
    assertThat(last.finishedRequestIds()).containsExactly("a");
    assertThat(engine.scheduler.hasRequests()).isFalse();
    assertThat(engine.model.numStates()).isZero();
  }

  @Test
  void schedule_windowDropsABlock_tableIsReplaced() {
    TestEngine engine = TestEngine.with().usableBlocks(20).blockSize(2).window(2).engine();
    engine.add(TestRequest.of("a", 0, 3).maxTokens(3));
    assertThat(engine.step().scheduled().get(0).blockIds()).containsExactly(1, 2);
    ScheduledRequest second = engine.step().scheduled().get(0);
    assertThat(second.blocksReplaced()).isTrue();
    assertThat(second.blockIds()).containsExactly(0, 2);
  }

  @Test
  void schedule_requestNeverScheduled_isNotToldAsEnded() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 3));
    engine.abort(null);
    assertThat(engine.scheduler.hasRequests()).isFalse();
  }

  @Test
  void schedule_nothingToDo_isEmpty() {
    SchedulerOutput step = TestEngine.with().engine().step();
    assertThat(step).isEqualTo(new SchedulerOutput(List.of(), List.of(), 0, List.of()));
  }

  @Test
  void schedule_stepNotReported_isRefused() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 3));
    SchedulerOutput step = engine.schedule();
    assertThatThrownBy(engine::schedule).isInstanceOf(IllegalStateException.class);
    ModelRunnerOutput output = engine.model.execute(step);
    SchedulerOutput copy = new SchedulerOutput(step.newRequests(), step.scheduled(), 3, List.of());
    assertThatThrownBy(() -> engine.update(copy, output)).isInstanceOf(IllegalStateException.class);
    engine.update(step, output);
    assertThatThrownBy(() -> engine.update(step, output)).isInstanceOf(IllegalStateException.class);
  }

  /** vllm-project/vllm#35852: documented policy, the head is not overtaken; nothing deadlocks. */
  @Test
  void schedule_headDoesNotFit_isNotOvertakenAndRunsWhenOthersEnd() {
    TestEngine engine = TestEngine.with().usableBlocks(8).blockSize(1).engine();
    engine.add(TestRequest.of("running", 0, 2).maxTokens(3));
    engine.step();
    engine.add(TestRequest.of("head", 50, 7).maxTokens(2));
    engine.add(TestRequest.of("small", 90, 1).maxTokens(1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("running", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("running", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("head", 7, "small", 1));
    engine.runAll(10);
  }

  @Test
  void schedule_reserveOff_admitsWhatOnlyItsFirstChunkFits() {
    TestEngine.Settings settings =
        TestEngine.with().usableBlocks(10).blockSize(1).budget(4).maxNumSeqs(4);
    TestEngine reserving = settings.engine();
    reserving.add(TestRequest.of("a", 0, 2).maxTokens(8));
    reserving.step();
    reserving.add(TestRequest.of("b", 50, 9).maxTokens(2));
    assertThat(numTokens(reserving.step())).isEqualTo(Map.of("a", 1));

    TestEngine eager = settings.reserve(false).engine();
    eager.add(TestRequest.of("a", 0, 2).maxTokens(8));
    eager.step();
    eager.add(TestRequest.of("b", 50, 9).maxTokens(2));
    assertThat(numTokens(eager.step())).isEqualTo(Map.of("a", 1, "b", 3));
    eager.runAll(50);
    assertThat(eager.tokens("b")).hasSize(2);
  }

  @Test
  void schedule_priority_admitsByPriorityButNeverDisplaces() {
    TestEngine engine = TestEngine.with().policy(Policy.PRIORITY).maxNumSeqs(1).engine();
    engine.add(TestRequest.of("low", 0, 3).priority(5).maxTokens(3));
    engine.step();
    engine.add(TestRequest.of("middle", 20, 3).priority(3).maxTokens(1));
    engine.add(TestRequest.of("high", 40, 3).priority(1).maxTokens(1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("low", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("low", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("high", 3));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("middle", 3));
    assertThat(engine.preemptions()).isZero();
  }
}
