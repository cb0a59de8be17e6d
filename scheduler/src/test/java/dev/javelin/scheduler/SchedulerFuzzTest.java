// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random adds, aborts, steps, failures, pauses and resets on small pools of random shape. All
 * invariants are checked after each operation; in the end every request has ended exactly once, and
 * its tokens are those that it would have had alone.
 */
class SchedulerFuzzTest {
  private static final int ENGINES = 100;
  private static final int OPERATIONS = 150;

  private int operations;
  private long preemptions;
  private long hits;
  private int refused;
  private final Map<FinishReason, Integer> ends = new EnumMap<>(FinishReason.class);

  private final class Simulation {
    final Random random;
    final int window;
    final int budget;
    final int maxModelLen;
    final TestEngine engine;
    final Map<String, EngineCoreRequest> requests = new LinkedHashMap<>();

    Simulation(long seed) {
      random = new Random(seed);
      window = random.nextInt(3) == 0 ? 1 + random.nextInt(12) : 0;
      budget = 1 + random.nextInt(20);
      maxModelLen = 20 + random.nextInt(60);
      boolean chunked = random.nextInt(4) > 0;
      engine =
          TestEngine.with()
              .usableBlocks(8 + random.nextInt(20))
              .blockSize(1 + random.nextInt(4))
              .window(window)
              .prefixCaching(random.nextInt(5) > 0)
              .maxModelLen(maxModelLen)
              .budget(budget)
              .maxNumSeqs(1 + random.nextInt(8))
              .chunked(chunked)
              .threshold(chunked && random.nextBoolean() ? 1 + random.nextInt(6) : 0)
              .policy(random.nextBoolean() ? Policy.FCFS : Policy.PRIORITY)
              .reserve(random.nextBoolean())
              .engine();
    }

    void operate() {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> add();
        case 5 -> abort();
        case 6 -> rare();
        default -> step();
      }
    }

    private void rare() {
      switch (random.nextInt(6)) {
        case 0 -> engine.failingStep();
        case 1 -> pick().forEach(engine.model::failRequest);
        case 2 -> engine.scheduler.resetPrefixCache(random.nextBoolean());
        case 3 -> engine.scheduler.pause(PauseState.PAUSED_NEW);
        case 4 -> engine.scheduler.pause(PauseState.PAUSED_ALL);
        default -> engine.scheduler.pause(PauseState.UNPAUSED);
      }
      engine.scheduler.checkIntegrity();
    }

    /** A step; sometimes requests are aborted, or come, while it is computed. */
    private void step() {
      SchedulerOutput step = engine.schedule();
      ModelRunnerOutput output = engine.model.execute(step);
      if (random.nextInt(20) == 0) {
        abort();
      }
      if (random.nextInt(20) == 0) {
        add();
      }
      engine.update(step, output);
    }

    private void abort() {
      engine.abort(random.nextInt(30) == 0 ? null : pick());
    }

    private List<String> pick() {
      List<String> ids = new ArrayList<>(requests.keySet());
      return ids.isEmpty() ? ids : List.of(ids.get(random.nextInt(ids.size())), "unknown");
    }

    private void add() {
      String id = "r" + requests.size();
      int minTokens = random.nextInt(6);
      TestRequest request =
          TestRequest.of(id, prompt())
              .priority(random.nextInt(3))
              .arrival(random.nextInt(5))
              .params(
                  builder ->
                      builder
                          .maxTokens(
                              random.nextInt(10) == 0 ? null : minTokens + 1 + random.nextInt(15))
                          .minTokens(minTokens)
                          .stopTokenIds(List.of(random.nextInt(FakeModel.VOCAB)))
                          .skipReadingPrefixCache(random.nextInt(10) == 0)
                          .promptLogprobs(random.nextInt(10) == 0 ? 1 : null));
      if (random.nextInt(3) == 0) {
        request.eos(random.nextInt(FakeModel.VOCAB));
      }
      if (random.nextInt(8) == 0) {
        request.salt("x");
      }
      if (random.nextInt(8) == 0) {
        request.lora("x");
      }
      EngineCoreRequest built = request.build();
      try {
        engine.add(built);
        requests.put(id, built);
      } catch (ValidationException e) {
        refused++;
      }
    }

    /** One of few prefixes, or an earlier prompt with its answer, and a tail of its own. */
    private List<Integer> prompt() {
      List<Integer> tokens = new ArrayList<>();
      List<EngineCoreRequest> known = List.copyOf(requests.values());
      if (!known.isEmpty() && random.nextInt(4) == 0) {
        EngineCoreRequest earlier = known.get(random.nextInt(known.size()));
        tokens.addAll(earlier.promptTokenIds());
        tokens.addAll(engine.tokens(earlier.requestId()));
      } else {
        int prefix = random.nextInt(3);
        int length = random.nextInt(25);
        for (int i = 0; i < length; i++) {
          tokens.add(100 * prefix + i % 7);
        }
      }
      for (int i = random.nextInt(4); i >= 0; i--) {
        tokens.add(random.nextInt(FakeModel.VOCAB));
      }
      return tokens;
    }

    void drain() {
      engine.scheduler.pause(PauseState.UNPAUSED);
      engine.runAll(20_000);
      assertThat(engine.scheduler.stats().kvCacheUsage()).isZero();
      assertThat(engine.scheduler.resetPrefixCache(false)).isTrue();
      assertThat(engine.model.numStates()).isZero();
      assertThat(engine.model.maxTokensOfAStep()).isLessThanOrEqualTo(budget);
      requests.values().forEach(this::verify);
      preemptions += engine.preemptions();
      hits += engine.promptTokensHit();
    }

    private void verify(EngineCoreRequest request) {
      TestEngine.Result result = engine.result(request.requestId());
      assertThat(result.ended()).as(request.requestId()).isTrue();
      assertThat(result.tokens)
          .as(request.requestId())
          .isEqualTo(FakeModel.continuation(request, result.tokens.size(), window));
      FinishReason reason = result.last().finishReason();
      ends.merge(reason == null ? FinishReason.ERROR : reason, 1, Integer::sum);
      TokenIds prompt = request.promptTokenIds();
      if (request.samplingParams().promptLogprobs() != null && !result.tokens.isEmpty()) {
        assertThat(result.first().promptLogprobs()).hasSize(prompt.size() - 1);
      }
      if (reason == FinishReason.STOP || reason == FinishReason.LENGTH) {
        assertThat(result.tokens).hasSize(expectedLength(request, reason));
      }
    }

    /** How many tokens the request has if it ends for this reason where it should; 0 if not. */
    private int expectedLength(EngineCoreRequest request, FinishReason reason) {
      SamplingParams params = request.samplingParams();
      int room = maxModelLen - request.promptTokenIds().size();
      Integer asked = params.maxTokens();
      int most = asked == null ? room : Math.min(asked, room);
      List<Integer> tokens = FakeModel.continuation(request, most, window);
      for (int count = Math.max(1, params.minTokens()); count <= most; count++) {
        Integer last = tokens.get(count - 1);
        if (params.stopTokenIds().contains(last)
            || last.equals(request.tokenConstraints().eosTokenId())) {
          return reason == FinishReason.STOP ? count : 0;
        }
      }
      return reason == FinishReason.LENGTH ? most : 0;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomOperations_everyRequestEndsOnceWithItsOwnTokens(long seed) {
    for (int i = 0; i < ENGINES; i++) {
      long engineSeed = 1_000 * seed + i;
      Simulation simulation = new Simulation(engineSeed);
      try {
        for (int operation = 0; operation < OPERATIONS; operation++) {
          simulation.operate();
          operations++;
        }
        simulation.drain();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("engine seed " + engineSeed + ": " + e.getMessage(), e);
      }
    }
    System.out.printf(
        "scheduler fuzz, seed %d: %d operations, %d preemptions, %d prompt tokens hit, %d refused,"
            + " ends %s%n",
        seed, operations, preemptions, hits, refused, ends);
    assertThat(preemptions).isPositive();
    assertThat(hits).isPositive();
    assertThat(refused).isPositive();
    assertThat(ends)
        .containsKeys(
            FinishReason.STOP, FinishReason.LENGTH, FinishReason.ABORT, FinishReason.ERROR);
  }
}
