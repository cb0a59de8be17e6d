// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.ValidationException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is refused when it is added, since it could never run, and what just fits. */
class SchedulerAdmissionTest {
  private static void assertRefused(TestEngine engine, TestRequest request, String... parts) {
    assertThatThrownBy(() -> engine.add(request))
        .isInstanceOf(ValidationException.class)
        .hasMessageContainingAll(parts);
    assertThat(engine.scheduler.hasRequests()).isFalse();
    engine.scheduler.checkIntegrity();
  }

  @Test
  void addRequest_duplicateLiveId_isRefusedAndTheFirstGoesOn() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("same", 0, 5));
    assertThatThrownBy(() -> engine.scheduler.addRequest(TestRequest.of("same", 50, 5).build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("request_id=same");
    engine.runAll(10);
    assertThat(engine.tokens("same"))
        .isEqualTo(FakeModel.continuation(TestRequest.of("same", 0, 5).build(), 4, 0));
  }

  @Test
  void addRequest_idOfAnEndedRequest_isFreeAgain() {
    TestEngine engine = TestEngine.with().engine();
    engine.add(TestRequest.of("again", 0, 5));
    engine.step();
    engine.abort(List.of("again"));
    engine.add(TestRequest.of("again", 50, 5)).runAll(10);
    assertThat(engine.tokens("again"))
        .isEqualTo(FakeModel.continuation(TestRequest.of("again", 50, 5).build(), 4, 0));
  }

  /** vllm-project/vllm#39734: larger than the pool, the queue stood still for ever. */
  @Test
  void addRequest_needsMoreBlocksThanExist_isRefusedWithBothNumbers() {
    TestEngine engine = TestEngine.with().usableBlocks(5).blockSize(4).engine();
    assertRefused(
        engine,
        TestRequest.of("large", 0, 18).maxTokens(4),
        "num_blocks_needed=6",
        "usable blocks=5",
        "num_prompt_tokens=18");
  }

  /** One block is the null block: an exact fit must count the others only. */
  @Test
  void addRequest_fitsUsableBlocksExactly_runsWithoutPreemption() {
    TestEngine engine = TestEngine.with().usableBlocks(5).blockSize(4).engine();
    engine.add(TestRequest.of("exact", 0, 18).maxTokens(3)).runAll(10);
    assertThat(engine.result("exact").finishReason()).isEqualTo(FinishReason.LENGTH);
    assertThat(engine.preemptions()).isZero();
  }

  @Test
  void addRequest_windowedModel_needsWindowAndStepOnly() {
    TestEngine.Settings settings =
        TestEngine.with().usableBlocks(6).blockSize(4).window(8).budget(8).maxNumSeqs(4);
    settings.engine().add(TestRequest.of("long", 0, 100).maxTokens(20)).runAll(100);
    TestEngine narrower = settings.usableBlocks(4).engine();
    assertRefused(
        narrower, TestRequest.of("long", 0, 100), "num_blocks_needed=5", "usable blocks=4");
  }

  /** tenstorrent/vllm#436: without chunking such a prompt never fits a step. */
  @Test
  void addRequest_promptOverBudgetWithoutChunking_isRefusedWithBothNumbers() {
    TestEngine.Settings settings = TestEngine.with().budget(64).chunked(false);
    assertRefused(
        settings.engine(),
        TestRequest.of("long", 0, 65),
        "max_num_batched_tokens=64",
        "num_prompt_tokens=65");
    TestEngine chunked = settings.chunked(true).engine();
    chunked.add(TestRequest.of("long", 0, 65)).runAll(10);
    assertThat(chunked.tokens("long")).hasSize(4);
  }

  @Test
  void addRequest_promptFillsTheContext_isRefusedWithBothNumbers() {
    TestEngine engine = TestEngine.with().maxModelLen(20).engine();
    assertRefused(
        engine, TestRequest.of("full", 0, 20), "max_model_len=20", "num_prompt_tokens=20");
    engine.add(TestRequest.of("almost", 0, 19)).runAll(5);
    assertThat(engine.tokens("almost")).hasSize(1);
    assertThat(engine.result("almost").finishReason()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void addRequest_emptyPrompt_isRefused() {
    assertRefused(
        TestEngine.with().engine(), TestRequest.of("none", List.of()), "num_prompt_tokens=0");
  }

  @Test
  void addRequest_hugeMaxTokens_isBoundedByTheContext() {
    TestEngine engine = TestEngine.with().maxModelLen(30).engine();
    engine.add(TestRequest.of("huge", 0, 10).maxTokens(Integer.MAX_VALUE));
    engine.add(TestRequest.of("open", 50, 10).maxTokens(null)).runAll(30);
    assertThat(engine.tokens("huge")).hasSize(20);
    assertThat(engine.tokens("open")).hasSize(20);
  }

  /** min_tokens beyond the room made the length stop unreachable. */
  @Test
  void addRequest_minTokensBeyondTheRoom_endsByLength() {
    TestEngine engine = TestEngine.with().maxModelLen(20).engine();
    engine.add(
        TestRequest.of("greedy", 0, 15).params(builder -> builder.maxTokens(null).minTokens(50)));
    engine.runAll(10);
    assertThat(engine.tokens("greedy")).hasSize(5);
    assertThat(engine.result("greedy").finishReason()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void construct_thresholdWithoutChunking_isRefused() {
    assertThatThrownBy(() -> TestEngine.with().chunked(false).threshold(4).engine())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("long_prefill_token_threshold=4");
    assertThatThrownBy(() -> TestEngine.with().maxModelLen(1).engine())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("max_model_len=1");
  }
}
