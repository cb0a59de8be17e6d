// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.PrefillStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A hit must change how much is computed, and nothing else. */
class SchedulerPrefixCacheTest {
  private static int cached(TestEngine engine, String id) {
    PrefillStats stats = engine.result(id).first().prefillStats();
    return Objects.requireNonNull(stats).numCachedTokens();
  }

  private static void assertUndisturbed(TestEngine engine, EngineCoreRequest request, int window) {
    List<Integer> tokens = engine.tokens(request.requestId());
    assertThat(tokens)
        .isNotEmpty()
        .isEqualTo(FakeModel.continuation(request, tokens.size(), window));
  }

  /** vllm-project/vllm#8268: cached tokens have no logits. */
  @Test
  void promptLogprobs_promptIsCached_areWholeAndBypassTheCache() {
    TestEngine engine = TestEngine.with().blockSize(16).budget(25).engine();
    engine.add(TestRequest.of("warm", 0, 64)).runAll(20);
    EngineCoreRequest scored =
        TestRequest.of("scored", 0, 64).params(builder -> builder.promptLogprobs(1)).build();
    engine.add(scored).runAll(20);
    assertThat(cached(engine, "scored")).isZero();
    assertThat(engine.result("scored").first().promptLogprobs()).hasSize(63);
    assertThat(engine.result("scored").last().promptLogprobs()).isNull();
    assertUndisturbed(engine, scored, 0);
    engine.add(TestRequest.of("after", 0, 64)).runAll(20);
    assertThat(cached(engine, "after")).isEqualTo(48);
  }

  @Test
  void promptLogprobs_preemptedInMidPrompt_areWhole() {
    TestEngine engine =
        TestEngine.with().usableBlocks(10).blockSize(4).budget(8).reserve(false).engine();
    EngineCoreRequest first = TestRequest.of("first", 100, 7).maxTokens(12).build();
    EngineCoreRequest scored =
        TestRequest.of("scored", 0, 36)
            .params(builder -> builder.promptLogprobs(1).maxTokens(4))
            .build();
    engine.add(first).add(scored).runAll(60);
    assertThat(engine.preemptions()).isPositive();
    assertThat(engine.result("scored").first().promptLogprobs()).hasSize(35);
    assertUndisturbed(engine, scored, 0);
  }

  /** vllm-project/vllm#44701: an adapter and a salt of one name must not share blocks. */
  @Test
  void keys_adapterNamedLikeTheSalt_neverHitEachOther() {
    TestEngine engine = TestEngine.with().engine();
    List<EngineCoreRequest> tenants =
        List.of(
            TestRequest.of("lora", 0, 20).lora("x").build(),
            TestRequest.of("salt", 0, 20).salt("x").build(),
            TestRequest.of("plain", 0, 20).build());
    for (EngineCoreRequest tenant : tenants) {
      engine.add(tenant).runAll(10);
      assertThat(cached(engine, tenant.requestId())).as(tenant.requestId()).isZero();
      assertUndisturbed(engine, tenant, 0);
    }
    assertThat(engine.tokens("lora")).isNotEqualTo(engine.tokens("salt"));
    engine.add(TestRequest.of("salt2", 0, 20).salt("x")).runAll(10);
    assertThat(cached(engine, "salt2")).isEqualTo(16);
  }

  /** tenstorrent/vllm#415: the hit path gave another text. */
  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 32})
  void hits_promptsAroundTheBlockSize_giveTheSameTextEachTime(int length) {
    TestEngine engine = TestEngine.with().blockSize(16).engine();
    for (int i = 0; i < 3; i++) {
      EngineCoreRequest request = TestRequest.of("r" + i, 0, length).build();
      engine.add(request).runAll(10);
      assertUndisturbed(engine, request, 0);
      assertThat(cached(engine, "r" + i))
          .as("at least the last token is computed")
          .isEqualTo(i == 0 ? 0 : (length - 1) / 16 * 16);
    }
  }

  /** vllm-project/vllm#4057: blocks outside the window were freed though a hit needed them. */
  @ParameterizedTest
  @CsvSource({"16, 8", "5, 3", "1, 8", "40, 8", "16, 100"})
  void window_prefixHitsAndChunks_giveTheTextOfAPlainRun(int window, int budget) {
    TestEngine engine =
        TestEngine.with().window(window).blockSize(4).budget(budget).maxNumSeqs(2).engine();
    EngineCoreRequest first = TestRequest.of("first", 0, 40).maxTokens(8).build();
    List<Integer> shared = new ArrayList<>(first.promptTokenIds().subList(0, 32));
    shared.addAll(List.of(7, 7, 7, 7, 7));
    EngineCoreRequest second = TestRequest.of("second", shared).maxTokens(8).build();
    engine.add(first).runAll(60);
    engine.add(second).runAll(60);
    assertThat(cached(engine, "second")).isEqualTo(32);
    assertUndisturbed(engine, first, window);
    assertUndisturbed(engine, second, window);
  }

  @Test
  void window_longSequence_holdsTheWindowOnly() {
    TestEngine engine =
        TestEngine.with().window(8).blockSize(4).budget(8).usableBlocks(20).engine();
    engine.add(TestRequest.of("a", 0, 100).maxTokens(20));
    double most = 0;
    while (engine.scheduler.hasUnfinishedRequests()) {
      engine.step();
      most = Math.max(most, engine.scheduler.stats().kvCacheUsage());
    }
    assertThat(most).isLessThanOrEqualTo(5 / 20.0);
  }

  @Test
  void sameStep_twoIdenticalPrompts_shareAndAgree() {
    TestEngine engine = TestEngine.with().engine();
    EngineCoreRequest a = TestRequest.of("a", 0, 20).build();
    EngineCoreRequest b = TestRequest.of("b", 0, 20).build();
    engine.add(a).add(b);
    assertThat(TestEngine.numTokens(engine.step())).containsEntry("a", 20).containsEntry("b", 4);
    engine.runAll(10);
    assertUndisturbed(engine, a, 0);
    assertUndisturbed(engine, b, 0);
  }

  @Test
  void followUp_promptAndAnswer_areHits() {
    TestEngine engine = TestEngine.with().engine();
    EngineCoreRequest turn = TestRequest.of("turn", 0, 10).maxTokens(11).build();
    engine.add(turn).runAll(20);
    List<Integer> history = new ArrayList<>(turn.promptTokenIds());
    history.addAll(engine.tokens("turn"));
    history.addAll(List.of(1, 2, 3));
    EngineCoreRequest next = TestRequest.of("next", history).build();
    engine.add(next).runAll(20);
    assertThat(cached(engine, "next")).as("20 of 21 tokens were computed").isEqualTo(20);
    assertUndisturbed(engine, next, 0);
  }
}
