// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SchedulerStats;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a request is scheduled, its tokens are the same. */
class EngineCoreTest {
  private static final int VOCAB = 384;

  private static EngineConfigBuilder config() {
    return EngineConfig.builder(Goldens.small("tiny/llama").toString())
        .blockSize(4)
        .threads(1)
        .logStats(true);
  }

  /** Prompts of 1 to 40 tokens, greedy and seeded, some with equal beginnings. */
  private static List<EngineCoreRequest> mixed(int count) {
    List<EngineCoreRequest> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TokenIds prompt =
          CoreRequests.prompt(i % 5, 1 + (i * 7) % 20, VOCAB)
              .concat(CoreRequests.prompt(i, 1 + i % 20, VOCAB));
      SamplingParams params =
          SamplingParams.builder()
              .temperature(i % 2 == 0 ? 0 : 0.9)
              .seed(i % 2 == 0 ? null : (long) i)
              .topP(i % 3 == 0 ? 1 : 0.95)
              .maxTokens(4 + i % 13)
              .build();
      requests.add(CoreRequests.request("r" + i, prompt, params));
    }
    return requests;
  }

  private static Map<String, List<Integer>> alone(List<EngineCoreRequest> requests) {
    try (EngineCore core = new EngineCore(config().enablePrefixCaching(false).build())) {
      CoreRequests.Results all = new CoreRequests.Results();
      for (EngineCoreRequest request : requests) {
        CoreRequests.Results one = CoreRequests.run(core, List.of(request));
        all.tokens.putAll(one.tokens);
      }
      return all.tokens;
    }
  }

  @Test
  void step_64MixedRequests_equalsEachAlone() {
    List<EngineCoreRequest> requests = mixed(64);
    try (EngineCore core = new EngineCore(config().build())) {
      CoreRequests.Results together = CoreRequests.run(core, requests);
      assertThat(together.tokens).isEqualTo(alone(requests));
      together
          .last
          .values()
          .forEach(o -> assertThat(o.finishReason()).isEqualTo(FinishReason.LENGTH));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void step_chunksOfAnySize_giveTheSameTokens(int chunk) {
    List<EngineCoreRequest> requests = mixed(16);
    try (EngineCore core = new EngineCore(config().longPrefillTokenThreshold(chunk).build())) {
      assertThat(CoreRequests.run(core, requests).tokens).isEqualTo(alone(requests));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void step_budgetOfAnySize_givesTheSameTokens(int budget) {
    List<EngineCoreRequest> requests = mixed(16);
    try (EngineCore core = new EngineCore(config().maxNumBatchedTokens(budget).build())) {
      assertThat(CoreRequests.run(core, requests).tokens).isEqualTo(alone(requests));
    }
  }

  @Test
  void step_prefixesInTheCache_giveTheSameTokensAndHit() {
    List<EngineCoreRequest> requests = mixed(24);
    try (EngineCore core = new EngineCore(config().build())) {
      CoreRequests.run(core, requests);
      requests.forEach(core::addRequest);
      CoreRequests.Results again = new CoreRequests.Results();
      long hits = 0;
      while (core.hasUnfinishedRequests()) {
        EngineCoreOutputs outputs = core.step();
        again.add(outputs);
        SchedulerStats stats = outputs.schedulerStats();
        hits += stats == null ? 0 : stats.prefixCacheStats().hits();
      }
      assertThat(again.tokens).isEqualTo(alone(requests));
      assertThat(hits).isPositive();
    }
  }

  @Test
  void step_poolSoSmallThatRequestsArePreemptedHundredsOfTimes_givesTheSameTokens() {
    List<EngineCoreRequest> requests = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      SamplingParams params =
          SamplingParams.builder().temperature(i % 2).seed((long) i).maxTokens(40).build();
      requests.add(CoreRequests.request("r" + i, CoreRequests.prompt(i, 1 + i % 9, VOCAB), params));
    }
    EngineConfig tiny = config().maxModelLen(64).numBlocksOverride(20).maxNumSeqs(16).build();
    try (EngineCore core = new EngineCore(tiny)) {
      requests.forEach(core::addRequest);
      CoreRequests.Results results = new CoreRequests.Results();
      long preemptions = 0;
      while (core.hasUnfinishedRequests()) {
        EngineCoreOutputs outputs = core.step();
        results.add(outputs);
        SchedulerStats stats = outputs.schedulerStats();
        preemptions = stats == null ? preemptions : stats.numPreemptions();
      }
      System.out.println("preemptions: " + preemptions);
      assertThat(preemptions).isGreaterThan(200);
      assertThat(results.tokens).isEqualTo(alone(requests));
      assertThat(core.resetPrefixCache(false)).as("no block is left in use").isTrue();
    }
  }

  @Test
  void step_promptLogprobs_areTheSameByAnyChunkAndComeOnce() {
    SamplingParams params =
        SamplingParams.builder().temperature(0).maxTokens(3).promptLogprobs(2).logprobs(1).build();
    EngineCoreRequest request =
        CoreRequests.request("r", CoreRequests.prompt(3, 30, VOCAB), params);
    List<TokenLogprobs> whole = promptLogprobs(request, 1000);
    assertThat(whole).hasSize(29);
    for (int chunk : new int[] {1, 7, 13}) {
      List<TokenLogprobs> chunked = promptLogprobs(request, chunk);
      assertThat(chunked).hasSize(29);
      for (int i = 0; i < 29; i++) {
        assertThat(chunked.get(i).tokenIds()).isEqualTo(whole.get(i).tokenIds());
        assertThat(chunked.get(i).logprobs()[0])
            .isCloseTo(whole.get(i).logprobs()[0], org.assertj.core.data.Offset.offset(1e-3f));
      }
    }
  }

  private static List<TokenLogprobs> promptLogprobs(EngineCoreRequest request, int chunk) {
    List<TokenLogprobs> found = new ArrayList<>();
    try (EngineCore core = new EngineCore(config().longPrefillTokenThreshold(chunk).build())) {
      core.addRequest(request);
      int deliveries = 0;
      while (core.hasUnfinishedRequests()) {
        for (var output : core.step().outputs()) {
          List<TokenLogprobs> delivered = output.promptLogprobs();
          if (delivered != null) {
            found.addAll(delivered);
            deliveries++;
          }
          assertThat(output.newLogprobs()).hasSize(output.newTokenIds().size());
        }
      }
      assertThat(deliveries).isEqualTo(1);
    }
    return found;
  }

  @Test
  void step_oneRequestWithNothingLeftToSample_failsAlone() {
    SamplingParams impossible =
        SamplingParams.builder().allowedTokenIds(List.of(5)).maxTokens(4).build();
    EngineCoreRequest broken =
        new EngineCoreRequest(
            "broken",
            TokenIds.of(7, 8),
            impossible,
            new dev.javelin.engineapi.TokenConstraints(
                null, TokenIds.empty(), List.of(TokenIds.of(5))),
            0,
            null,
            null,
            0,
            Map.of(),
            null);
    EngineCoreRequest fine =
        CoreRequests.request("fine", TokenIds.of(7, 8), SamplingParams.greedy(4));
    try (EngineCore core = new EngineCore(config().build())) {
      CoreRequests.Results results = CoreRequests.run(core, List.of(broken, fine));
      assertThat(results.last.get("broken").finishReason()).isEqualTo(FinishReason.ERROR);
      assertThat(results.last.get("broken").errorMessage()).isNotBlank();
      assertThat(results.tokens.get("fine")).hasSize(4);
    }
  }

  @Test
  void abortRequests_whileRunning_freesTheirBlocks() {
    try (EngineCore core = new EngineCore(config().build())) {
      List<EngineCoreRequest> requests = mixed(10);
      requests.forEach(core::addRequest);
      core.step();
      core.abortRequests(requests.stream().map(EngineCoreRequest::requestId).toList());
      core.abortRequests(List.of("never", "heard", "of"));
      assertThat(core.hasUnfinishedRequests()).isFalse();
      core.step();
      assertThat(core.resetPrefixCache(false)).isTrue();
    }
  }

  @Test
  void step_unseededSampling_repeatsWithTheEnginesSeed() {
    SamplingParams random = SamplingParams.builder().temperature(1).maxTokens(12).build();
    Set<List<Integer>> seen = new HashSet<>();
    for (long seed : new long[] {0, 0, 1}) {
      try (EngineCore core = new EngineCore(config().seed(seed).build())) {
        seen.add(
            CoreRequests.run(core, List.of(CoreRequests.request("r", TokenIds.of(9, 4), random)))
                .tokens
                .get("r"));
      }
    }
    assertThat(seen).hasSize(2);
  }

  @Test
  void construct_cacheTooSmallForOneSequence_saysWhatWouldFit() {
    assertThatThrownBy(
            () -> new EngineCore(config().maxModelLen(100).numBlocksOverride(10).build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("max_model_len=100")
        .hasMessageContaining("36");
  }

  @Test
  void construct_longerThanTheModelAllows_isRefused() {
    assertThatThrownBy(() -> new EngineCore(config().maxModelLen(513).build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("512")
        .hasMessageContaining("max_model_len=513");
  }

  @Test
  void construct_unknownBackend_isRefusedWithThoseThereAre() {
    assertThatThrownBy(() -> new EngineCore(config().backend("abacus").build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("torch")
        .hasMessageContaining("abacus");
  }
}
