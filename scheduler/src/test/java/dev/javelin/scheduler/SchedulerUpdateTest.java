// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreEvent;
import dev.javelin.engineapi.EngineCoreEvent.Type;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.PrefillStats;
import dev.javelin.engineapi.PrefixCacheStats;
import dev.javelin.engineapi.SchedulerStats;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.scheduler.ModelRunnerOutput.RequestResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of the runner's results, of failures and of orders from outside. */
class SchedulerUpdateTest {
  private static ModelRunnerOutput sampled(String id, int... tokens) {
    return new ModelRunnerOutput(
        Map.of(id, new RequestResult(TokenIds.of(tokens), null, null, null)));
  }

  private static TokenLogprobs logprobs(int token) {
    return new TokenLogprobs(TokenIds.of(token), new float[] {-1}, 1);
  }

  @Test
  void update_unfinishedPrefill_emitsNothing() {
    TestEngine engine = TestEngine.with().budget(4).engine();
    engine.add(TestRequest.of("a", 0, 10));
    SchedulerOutput step = engine.schedule();
    assertThat(engine.update(step, engine.model.execute(step)).outputs()).isEmpty();
  }

  @Test
  void update_firstOutput_carriesPrefillStatsAndEvents() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 9));
    engine.step();
    engine.add(TestRequest.of("b", 0, 9));
    engine.step();
    assertThat(engine.result("a").first().prefillStats()).isEqualTo(new PrefillStats(9, 0));
    assertThat(engine.result("b").first().prefillStats()).isEqualTo(new PrefillStats(9, 8));
    assertThat(engine.result("a").outputs.get(1).prefillStats()).isNull();
    assertThat(engine.result("a").first().events())
        .extracting(EngineCoreEvent::type)
        .containsExactly(Type.QUEUED, Type.SCHEDULED);
    assertThat(engine.result("a").outputs.get(1).events()).isEmpty();
  }

  @Test
  void update_statisticsOff_hasNoEventsAndNoStats() {
    TestEngine engine = TestEngine.with().logStats(false).engine();
    engine.add(TestRequest.of("a", 0, 9));
    SchedulerOutput step = engine.schedule();
    EngineCoreOutputs outputs = engine.update(step, engine.model.execute(step));
    assertThat(outputs.schedulerStats()).isNull();
    assertThat(outputs.outputs().get(0).events()).isEmpty();
    assertThat(outputs.outputs().get(0).prefillStats()).isNotNull();
  }

  @Test
  void update_preemption_isAnEventAndCounted() {
    TestEngine engine = TestEngine.with().usableBlocks(5).blockSize(2).engine();
    engine.add(TestRequest.of("a", 0, 4)).add(TestRequest.of("b", 50, 4)).runAll(20);
    assertThat(
            engine.result("b").outputs.stream()
                .flatMap(output -> output.events().stream())
                .map(EngineCoreEvent::type))
        .containsExactly(Type.QUEUED, Type.SCHEDULED, Type.PREEMPTED, Type.SCHEDULED);
    assertThat(engine.scheduler.stats().numPreemptions()).isEqualTo(1);
  }

  @Test
  void update_stats_describeTheStateAfterTheStep() {
    TestEngine engine = TestEngine.with().usableBlocks(10).maxNumSeqs(1).engine();
    engine.add(TestRequest.of("a", 0, 9)).add(TestRequest.of("b", 0, 9));
    SchedulerOutput step = engine.schedule();
    EngineCoreOutputs outputs = engine.update(step, engine.model.execute(step));
    assertThat(outputs.schedulerStats())
        .isEqualTo(new SchedulerStats(1, 1, 0.3, new PrefixCacheStats(1, 9, 0, 0, 0, 0, false), 0));
  }

  @Test
  void update_stepThatOnlyTells_stillCarriesStats() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 9).maxTokens(1));
    engine.step();
    SchedulerOutput step = engine.schedule();
    EngineCoreOutputs outputs = engine.update(step, engine.model.execute(step));
    assertThat(outputs.outputs()).isEmpty();
    assertThat(outputs.schedulerStats()).isNotNull();
  }

  @Test
  void update_stopInsideSeveralTokens_dropsTheRest() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(
        TestRequest.of("a", 0, 3)
            .params(builder -> builder.maxTokens(50).stopTokenIds(List.of(13))));
    SchedulerOutput step = engine.schedule();
    List<TokenLogprobs> logprobs =
        List.of(logprobs(11), logprobs(12), logprobs(13), logprobs(14), logprobs(15));
    engine.update(
        step,
        new ModelRunnerOutput(
            Map.of("a", new RequestResult(TokenIds.of(11, 12, 13, 14, 15), logprobs, null, null))));
    EngineCoreOutput output = engine.result("a").last();
    assertThat(output.newTokenIds()).containsExactly(11, 12, 13);
    assertThat(output.newLogprobs()).isEqualTo(logprobs.subList(0, 3));
    assertThat(output.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(output.stopReason()).isEqualTo(new StopReason.Token(13));
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void update_eosAndLength_endTheRequest() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("eos", 0, 3).eos(5));
    engine.update(engine.schedule(), sampled("eos", 5));
    assertThat(engine.result("eos").finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(engine.result("eos").last().stopReason()).isNull();
    engine.add(TestRequest.of("length", 0, 3).maxTokens(1));
    engine.update(engine.schedule(), sampled("length", 6));
    assertThat(engine.result("length").finishReason()).isEqualTo(FinishReason.LENGTH);
    assertThat(engine.tokens("length")).containsExactly(6);
  }

  @Test
  void update_requestError_endsThatRequestAloneAndItsBlocksAreNotReused() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("bad", 0, 9)).add(TestRequest.of("good", 50, 9));
    engine.model.failRequest("bad");
    engine.step();
    EngineCoreOutput last = engine.result("bad").last();
    assertThat(last.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(last.errorMessage()).isEqualTo("every token is banned");
    engine.add(TestRequest.of("retry", 0, 9)).runAll(20);
    assertThat(engine.result("retry").first().prefillStats()).isEqualTo(new PrefillStats(9, 0));
    assertThat(engine.tokens("good")).hasSize(4);
    assertThat(engine.model.numStates()).isZero();
  }

  @Test
  void update_runnerBreaksItsContract_endsThatRequestWithTheReason() {
    TestEngine engine = TestEngine.with().budget(5).engine();
    engine.add(TestRequest.of("missing", 0, 5));
    engine.update(engine.schedule(), new ModelRunnerOutput(Map.of()));
    assertThat(engine.result("missing").last().errorMessage()).contains("no result");
    engine.add(TestRequest.of("silent", 50, 5));
    engine.update(engine.schedule(), sampled("silent"));
    assertThat(engine.result("silent").last().errorMessage()).contains("expected 1 or more");
    engine.add(TestRequest.of("eager", 90, 9));
    engine.update(engine.schedule(), sampled("eager", 1));
    assertThat(engine.result("eager").last().errorMessage()).contains("sampled=1, expected 0");
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void failStep_forwardThrew_itsRequestsEndAndOthersGoOn() {
    TestEngine engine = TestEngine.with().budget(9).maxNumSeqs(2).engine();
    engine.add(TestRequest.of("a", 0, 9)).add(TestRequest.of("b", 0, 9));
    engine.failingStep();
    EngineCoreOutput last = engine.result("a").last();
    assertThat(last.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(last.errorMessage()).contains("out of fake memory");
    engine.runAll(20);
    assertThat(engine.result("b").first().prefillStats())
        .as("blocks of the failed step are not found")
        .isEqualTo(new PrefillStats(9, 0));
    assertThat(engine.tokens("b"))
        .isEqualTo(FakeModel.continuation(TestRequest.of("b", 0, 9).build(), 4, 0));
    assertThat(engine.model.numStates()).isZero();
  }

  @Test
  void failStep_endedIdsOfThatStep_areToldAgain() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 9).maxTokens(1));
    engine.step();
    engine.add(TestRequest.of("b", 0, 9));
    SchedulerOutput step = engine.schedule();
    assertThat(step.finishedRequestIds()).containsExactly("a");
    engine.scheduler.failStep(step, new IllegalStateException("runner never looked at it"));
    assertThat(engine.schedule().finishedRequestIds()).containsExactly("a", "b");
  }

  @Test
  void finishRequests_waitingRunningAndPreempted_endOnce() {
    TestEngine engine = TestEngine.with().usableBlocks(5).blockSize(2).engine();
    engine.add(TestRequest.of("running", 0, 4)).add(TestRequest.of("preempted", 50, 4));
    engine.step();
    engine.step();
    engine.add(TestRequest.of("waiting", 90, 1));
    assertThat(engine.scheduler.numRunning()).isEqualTo(1);
    assertThat(engine.scheduler.numWaiting()).isEqualTo(2);
    List<String> ids = List.of("waiting", "unknown", "preempted", "running", "waiting");
    assertThat(engine.abort(ids))
        .extracting(EngineCoreOutput::requestId)
        .containsExactly("waiting", "preempted", "running");
    assertThat(engine.abort(ids)).isEmpty();
    assertThat(engine.result("running").finishReason()).isEqualTo(FinishReason.ABORT);
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
    assertThat(engine.scheduler.stats().kvCacheUsage()).isZero();
    assertThat(engine.step().finishedRequestIds())
        .containsExactlyInAnyOrder("preempted", "running");
    assertThat(engine.model.numStates()).isZero();
  }

  @Test
  void finishRequests_null_endsAll() {
    TestEngine engine = TestEngine.with().maxNumSeqs(1).engine();
    engine.add(TestRequest.of("a", 0, 4)).add(TestRequest.of("b", 50, 4));
    engine.step();
    assertThat(engine.abort(null))
        .extracting(EngineCoreOutput::requestId)
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void finishRequests_whileTheStepIsComputed_dropsItsTokens() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 4)).add(TestRequest.of("b", 50, 4));
    SchedulerOutput step = engine.schedule();
    ModelRunnerOutput output = engine.model.execute(step);
    engine.abort(List.of("a"));
    assertThat(engine.update(step, output).outputs())
        .extracting(EngineCoreOutput::requestId)
        .containsExactly("b");
  }

  /** vllm-project/vllm#23697: a late result must not reach a new request of the same id. */
  @Test
  void finishRequests_idComesAgainWhileTheStepIsComputed_newRequestIsUntouched() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 4));
    SchedulerOutput step = engine.schedule();
    ModelRunnerOutput output = engine.model.execute(step);
    engine.abort(List.of("a"));
    EngineCoreRequest again = TestRequest.of("a", 50, 4).build();
    engine.add(again);
    assertThat(engine.update(step, output).outputs()).isEmpty();
    engine.runAll(10);
    assertThat(engine.tokens("a")).isEqualTo(FakeModel.continuation(again, 4, 0));
  }

  @Test
  void pause_new_runningGoOnAndNobodyIsAdmitted() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("a", 0, 4).maxTokens(2));
    engine.step();
    engine.scheduler.pause(PauseState.PAUSED_NEW);
    engine.add(TestRequest.of("b", 50, 4));
    assertThat(engine.scheduler.hasUnfinishedRequests()).isTrue();
    engine.runAll(5);
    assertThat(engine.result("a").ended()).isTrue();
    assertThat(engine.result("b").outputs).isEmpty();
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
    engine.scheduler.pause(PauseState.UNPAUSED);
    engine.runAll(10);
    assertThat(engine.result("b").ended()).isTrue();
  }

  @Test
  void pause_all_nothingRunsAndItGoesOnIdentically() {
    TestEngine engine = TestEngine.with().engine();
    EngineCoreRequest request = TestRequest.of("a", 0, 4).build();
    engine.add(request);
    engine.step();
    engine.scheduler.pause(PauseState.PAUSED_ALL);
    assertThat(engine.scheduler.pauseState()).isEqualTo(PauseState.PAUSED_ALL);
    assertThat(engine.scheduler.hasUnfinishedRequests()).isFalse();
    assertThat(engine.step().scheduled()).isEmpty();
    assertThat(engine.scheduler.numRunning()).isEqualTo(1);
    engine.scheduler.pause(PauseState.UNPAUSED);
    engine.runAll(10);
    assertThat(engine.tokens("a")).isEqualTo(FakeModel.continuation(request, 4, 0));
  }

  @Test
  void resetPrefixCache_oneRunning_isFalseUnlessItMayBePreempted() {
    TestEngine engine = TestEngine.with().engine();
    EngineCoreRequest a = TestRequest.of("a", 0, 9).build();
    EngineCoreRequest b = TestRequest.of("b", 50, 9).build();
    engine.add(a).add(b);
    engine.step();
    assertThat(engine.scheduler.resetPrefixCache(false)).isFalse();
    assertThat(engine.scheduler.resetPrefixCache(true)).isTrue();
    engine.scheduler.checkIntegrity();
    assertThat(engine.preemptions()).isEqualTo(2);
    SchedulerOutput step = engine.step();
    assertThat(step.scheduled())
        .extracting(ScheduledRequest::requestId)
        .as("order is kept")
        .containsExactly("a", "b");
    assertThat(step.scheduled().get(0).numComputedTokens()).as("nothing is cached").isZero();
    engine.runAll(10);
    assertThat(engine.tokens("a")).isEqualTo(FakeModel.continuation(a, 4, 0));
    assertThat(engine.tokens("b")).isEqualTo(FakeModel.continuation(b, 4, 0));
    assertThat(engine.scheduler.resetPrefixCache(false)).isTrue();
  }

  /** The runner has the sampled token already, so it must count although the blocks are gone. */
  @Test
  void resetPrefixCache_whileTheStepIsComputed_keepsTheTokenInFlight() {
    TestEngine engine = TestEngine.with().engine();
    EngineCoreRequest request = TestRequest.of("a", 0, 9).build();
    engine.add(request);
    SchedulerOutput step = engine.schedule();
    ModelRunnerOutput output = engine.model.execute(step);
    assertThat(engine.scheduler.resetPrefixCache(true)).isTrue();
    engine.update(step, output);
    engine.runAll(10);
    assertThat(engine.tokens("a")).isEqualTo(FakeModel.continuation(request, 4, 0));
  }
}
