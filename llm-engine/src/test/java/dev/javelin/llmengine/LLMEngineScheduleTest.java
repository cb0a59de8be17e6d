// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.LLAMA;
import static dev.javelin.llmengine.Models.config;
import static dev.javelin.llmengine.Models.drain;
import static dev.javelin.llmengine.Models.ids;
import static dev.javelin.llmengine.Models.last;
import static dev.javelin.llmengine.Models.prompt;
import static dev.javelin.llmengine.Models.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SchedulerConfig;
import dev.javelin.engineapi.TokenIds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the engine's requests are scheduled, their tokens are the same. */
class LLMEngineScheduleTest {
  private static final SamplingParams GREEDY =
      SamplingParams.greedy(6).with(p -> p.ignoreEos(true));
  private static final SamplingParams LONG = GREEDY.with(p -> p.maxTokens(24));

  @Test
  void step_priorityPolicy_runsLowerValuesFirst() {
    try (LLMEngine narrow =
        LLMEngine.load(
            config(LLAMA).maxNumSeqs(1).policy(SchedulerConfig.Policy.PRIORITY).build())) {
      int[] priorities = {5, -1, 3};
      for (int priority : priorities) {
        narrow.addRequest(
            "p" + priority, prompt(priority, 4), GREEDY, RequestOptions.priority(priority));
      }
      assertThat(
              drain(narrow).stream().filter(RequestOutput::finished).map(RequestOutput::requestId))
          .containsExactly("p-1", "p3", "p5");
    }
  }

  @Test
  void step_tightCacheAndPreemptions_giveTheSameTokens() {
    List<List<Integer>> expected = new ArrayList<>();
    try (LLMEngine roomy = LLMEngine.load(config(LLAMA).build())) {
      for (int i = 0; i < 6; i++) {
        expected.add(run(roomy, prompt(i, 30), LONG));
      }
    }
    try (LLMEngine tight =
        LLMEngine.load(
            config(LLAMA)
                .blockSize(4)
                .numBlocksOverride(36)
                .maxModelLen(100)
                .reserveFullSequence(false)
                .logStats(true)
                .build())) {
      for (int i = 0; i < 6; i++) {
        tight.addRequest("r" + i, prompt(i, 30), LONG);
      }
      List<RequestOutput> outputs = drain(tight);
      assertThat(
              outputs.stream()
                  .filter(RequestOutput::finished)
                  .sorted(Comparator.comparing(RequestOutput::requestId))
                  .map(Models::ids))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tiny/mistral", "tiny/gemma3_text"})
  void step_slidingWindowWithChunksAndCacheHits_givesTheSameTokens(String model) {
    List<List<Integer>> expected = new ArrayList<>();
    try (LLMEngine plain = LLMEngine.load(config(model).enablePrefixCaching(false).build())) {
      expected.add(run(plain, sharing(1), GREEDY));
      expected.add(run(plain, sharing(2), GREEDY));
    }
    try (LLMEngine cached =
        LLMEngine.load(config(model).blockSize(4).longPrefillTokenThreshold(8).build())) {
      assertThat(run(cached, sharing(1), GREEDY)).isEqualTo(expected.get(0));
      cached.addRequest("again", sharing(2), GREEDY);
      RequestOutput second = last(drain(cached), "again");
      assertThat(second.numCachedTokens()).isEqualTo(32);
      assertThat(ids(second)).isEqualTo(expected.get(1));
    }
  }

  /** 40 tokens, of which the first 32 are always the same. */
  private static Prompt.Tokens sharing(int seed) {
    int[] ids = new Random(seed).ints(40, 5, 250).toArray();
    int[] same = new Random(0).ints(32, 5, 250).toArray();
    System.arraycopy(same, 0, ids, 0, 32);
    return new Prompt.Tokens(TokenIds.of(ids), null, null);
  }
}
