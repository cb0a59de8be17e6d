// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static dev.javelin.scheduler.TestEngine.numTokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import dev.javelin.engineapi.SchedulerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerPreemptionTest {
  private static final EngineCoreRequest A = TestRequest.of("a", 0, 4).build();
  private static final EngineCoreRequest B = TestRequest.of("b", 50, 4).build();

  private static TestEngine tight() {
    return TestEngine.with().usableBlocks(5).blockSize(2).engine();
  }

  private static void assertUndisturbed(TestEngine engine, EngineCoreRequest... requests) {
    for (EngineCoreRequest request : requests) {
      List<Integer> tokens = engine.tokens(request.requestId());
      assertThat(engine.result(request.requestId()).ended()).isTrue();
      assertThat(tokens)
          .as(request.requestId())
          .isNotEmpty()
          .isEqualTo(FakeModel.continuation(request, tokens.size(), 0));
    }
  }

  @Test
  void schedule_blocksRunOut_newestIsPreempted() {
    TestEngine engine = tight().add(A).add(B);
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 4, "b", 4));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 1));
    assertThat(engine.preemptions()).isEqualTo(1);
    assertThat(engine.scheduler.numRunning()).isEqualTo(1);
    assertThat(engine.scheduler.numWaiting()).isEqualTo(1);
  }

  @Test
  void schedule_stepThatPreempts_admitsNobody() {
    TestEngine engine =
        TestEngine.with().usableBlocks(5).blockSize(2).policy(Policy.PRIORITY).engine();
    engine.add(TestRequest.of("a", 0, 4).priority(0));
    engine.add(TestRequest.of("b", 50, 4).priority(5)).step();
    engine.add(TestRequest.of("urgent", 90, 1).priority(1));
    assertThat(numTokens(engine.step())).as("2 blocks are free").isEqualTo(Map.of("a", 1));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 1, "urgent", 1));
  }

  /** vllm-project/vllm#41951: a preempted request lost its place behind new arrivals. */
  @Test
  void schedule_preemptedRequest_resumesBeforeNewOnes() {
    TestEngine engine = tight().add(A).add(B);
    engine.step();
    engine.step();
    for (int i = 0; i < 5; i++) {
      engine.add(TestRequest.of("new" + i, 100 + i, 1));
    }
    List<String> order = new ArrayList<>();
    while (engine.scheduler.hasRequests()) {
      engine.step().scheduled().stream()
          .map(ScheduledRequest::requestId)
          .filter(id -> !order.contains(id))
          .forEach(order::add);
    }
    assertThat(order).startsWith("a", "b", "new0");
    assertUndisturbed(engine, A, B);
  }

  @Test
  void schedule_preemptedRequest_getsItsWholeTableAgain() {
    TestEngine engine = tight().add(A).add(B);
    engine.step();
    engine.step();
    SchedulerOutput step = engine.step();
    while (!numTokens(step).containsKey("b")) {
      step = engine.step();
    }
    ScheduledRequest resumed = step.scheduled().get(0);
    assertThat(resumed.requestId()).isEqualTo("b");
    assertThat(resumed.blocksReplaced()).isTrue();
    assertThat(resumed.blockIds()).hasSize(3);
    assertThat(step.newRequests()).as("the runner kept it").isEmpty();
    engine.runAll(10);
    assertUndisturbed(engine, A, B);
  }

  /** sgl-project/sglang#39645: two generations were spliced when a request came back. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void schedule_preemptAndResume_streamIsThatOfAnUndisturbedRun(int blockSize) {
    EngineCoreRequest first = TestRequest.of("first", 0, 2 * blockSize).maxTokens(20).build();
    EngineCoreRequest second = TestRequest.of("second", 500, 2 * blockSize).maxTokens(20).build();
    int lessThanBothNeed = blockSize == 1 ? 24 : 6;
    TestEngine engine =
        TestEngine.with().usableBlocks(lessThanBothNeed).blockSize(blockSize).engine();
    engine.add(first).add(second).runAll(100);
    assertThat(engine.preemptions()).isPositive();
    assertThat(engine.tokens("first")).hasSize(20);
    assertThat(engine.tokens("second")).hasSize(20);
    assertUndisturbed(engine, first, second);
  }

  @Test
  void schedule_priority_victimIsTheLeastUrgentThoughAlreadyScheduled() {
    TestEngine engine =
        TestEngine.with().usableBlocks(5).blockSize(2).policy(Policy.PRIORITY).engine();
    EngineCoreRequest low = TestRequest.of("low", 0, 4).priority(5).build();
    EngineCoreRequest high = TestRequest.of("high", 50, 4).priority(1).build();
    engine.add(low);
    engine.step();
    engine.add(high);
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("low", 1, "high", 4));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("high", 1));
    assertThat(engine.preemptions()).isEqualTo(1);
    engine.runAll(30);
    assertUndisturbed(engine, low, high);
  }

  @Test
  void schedule_priorityVictimOfThisStep_givesBudgetAndBlocksBack() {
    SchedulerOutput storm = beforePriorityStorm().step();
    assertThat(numTokens(storm)).isEqualTo(Map.of("c", 1, "b", 1));
    assertThat(storm.totalTokens()).isEqualTo(2);
  }

  /** Its blocks of the step were findable already, but will not be computed. */
  @Test
  void schedule_priorityVictimOfThisStep_itsUncomputedBlocksAreNotFound() {
    TestEngine engine = beforePriorityStorm();
    engine.step();
    ScheduledRequest resumed = engine.step().scheduled().get(0);
    assertThat(resumed.requestId()).isEqualTo("a");
    assertThat(resumed.numComputedTokens()).isEqualTo(8);
    engine.runAll(50);
    assertUndisturbed(engine, TestRequest.of("a", 0, 13).build());
  }

  /**
   * The least urgent request heads the running list, in the middle of its prompt; its next chunk
   * leaves one block too few for the others.
   */
  private static TestEngine beforePriorityStorm() {
    TestEngine engine =
        TestEngine.with()
            .usableBlocks(17)
            .blockSize(1)
            .budget(10)
            .threshold(4)
            .policy(Policy.PRIORITY)
            .engine();
    engine.add(TestRequest.of("a", 0, 13).priority(9)).step();
    engine.add(TestRequest.of("c", 50, 2).maxTokens(2).priority(1));
    engine.add(TestRequest.of("b", 60, 2).maxTokens(2).priority(2));
    assertThat(numTokens(engine.step())).isEqualTo(Map.of("a", 4, "c", 2, "b", 2));
    return engine;
  }

  /** vllm-project/vllm#21809: two requests preempted each other in turn, without progress. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void schedule_poolForOneAndAHalf_bothFinishWithFewPreemptions(boolean reserve) {
    TestEngine engine =
        TestEngine.with()
            .usableBlocks(18)
            .blockSize(2)
            .budget(4)
            .reserve(reserve)
            .prefixCaching(false)
            .engine();
    EngineCoreRequest first = TestRequest.of("first", 0, 16).maxTokens(8).build();
    EngineCoreRequest second = TestRequest.of("second", 50, 16).maxTokens(8).build();
    engine.add(first).add(second).runAll(60);
    assertUndisturbed(engine, first, second);
    assertThat(engine.preemptions()).isLessThanOrEqualTo(4);
  }

  @Test
  void schedule_resumedRequestOutgrewTheBudgetWithoutChunking_isSplitAllTheSame() {
    TestEngine engine =
        TestEngine.with()
            .usableBlocks(12)
            .blockSize(2)
            .budget(6)
            .maxNumSeqs(4)
            .chunked(false)
            .prefixCaching(false)
            .engine();
    EngineCoreRequest first = TestRequest.of("first", 0, 4).maxTokens(14).build();
    EngineCoreRequest second = TestRequest.of("second", 50, 4).maxTokens(14).build();
    engine.add(first).add(second).runAll(80);
    assertThat(engine.preemptions()).isPositive();
    assertUndisturbed(engine, first, second);
  }

  @Test
  void schedule_preempted_doesNotCountAsNewPrefixLookup() {
    TestEngine engine = tight().add(A).add(B);
    engine.step();
    engine.step();
    engine.scheduler.stats();
    while (engine.scheduler.numWaiting() > 0) {
      SchedulerOutput step = engine.schedule();
      ModelRunnerOutput output = engine.model.execute(step);
      SchedulerStats stats = Objects.requireNonNull(engine.update(step, output).schedulerStats());
      assertThat(stats.prefixCacheStats().requests()).isZero();
      if (engine.scheduler.numWaiting() == 0) {
        assertThat(stats.prefixCacheStats().preemptedRequests()).isEqualTo(1);
        assertThat(stats.prefixCacheStats().preemptedQueries()).isEqualTo(5);
      }
    }
  }
}
