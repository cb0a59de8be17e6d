// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.SchedulerConfig;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import dev.javelin.kvcache.KVCacheManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scheduler, cache and fake model as one engine that checks all invariants after every operation
 * and collects what each request was given.
 */
final class TestEngine {
  /** What has come out for a request. */
  static final class Result {
    final List<Integer> tokens = new ArrayList<>();
    final List<EngineCoreOutput> outputs = new ArrayList<>();

    @Nullable FinishReason finishReason() {
      return last().finishReason();
    }

    EngineCoreOutput first() {
      return outputs.get(0);
    }

    EngineCoreOutput last() {
      return outputs.get(outputs.size() - 1);
    }

    boolean ended() {
      return !outputs.isEmpty() && last().finished();
    }
  }

  final Scheduler scheduler;
  final FakeModel model;
  private final Map<String, Result> results = new HashMap<>();
  private long now;
  private long promptTokensHit;

  private TestEngine(Settings settings) {
    KVCacheManager cache =
        new KVCacheManager(
            settings.blocks, settings.blockSize, settings.prefixCaching, settings.window);
    scheduler =
        new Scheduler(
            settings.config(), settings.maxModelLen, cache, settings.logStats, () -> ++now);
    model = new FakeModel(settings.blocks, settings.blockSize, settings.window);
  }

  static Settings with() {
    return new Settings();
  }

  /** What an engine is made of; the defaults leave plenty of everything. */
  static final class Settings {
    private int blocks = 101;
    private int blockSize = 4;
    private boolean prefixCaching = true;
    private int window;
    private int maxModelLen = 200;
    private int budget = 100;
    private int maxNumSeqs = 16;
    private boolean chunked = true;
    private int threshold;
    private Policy policy = Policy.FCFS;
    private boolean reserve = true;
    private boolean logStats = true;

    /** Usable blocks and the null block. */
    Settings usableBlocks(int count) {
      blocks = count + 1;
      return this;
    }

    Settings blockSize(int tokens) {
      blockSize = tokens;
      return this;
    }

    Settings prefixCaching(boolean enabled) {
      prefixCaching = enabled;
      return this;
    }

    Settings window(int tokens) {
      window = tokens;
      return this;
    }

    Settings maxModelLen(int tokens) {
      maxModelLen = tokens;
      return this;
    }

    Settings budget(int tokens) {
      budget = tokens;
      maxNumSeqs = Math.min(maxNumSeqs, tokens);
      return this;
    }

    Settings maxNumSeqs(int count) {
      maxNumSeqs = Math.min(budget, count);
      return this;
    }

    Settings chunked(boolean enabled) {
      chunked = enabled;
      return this;
    }

    Settings threshold(int tokens) {
      threshold = tokens;
      return this;
    }

    Settings policy(Policy value) {
      policy = value;
      return this;
    }

    Settings reserve(boolean enabled) {
      reserve = enabled;
      return this;
    }

    Settings logStats(boolean enabled) {
      logStats = enabled;
      return this;
    }

    private SchedulerConfig config() {
      return new SchedulerConfig(budget, maxNumSeqs, chunked, threshold, policy, reserve);
    }

    TestEngine engine() {
      return new TestEngine(this);
    }
  }

  TestEngine add(TestRequest request) {
    return add(request.build());
  }

  TestEngine add(EngineCoreRequest request) {
    scheduler.addRequest(request);
    results.put(request.requestId(), new Result());
    scheduler.checkIntegrity();
    return this;
  }

  /** Schedules, computes and updates; returns what was scheduled. */
  SchedulerOutput step() {
    SchedulerOutput step = schedule();
    update(step, model.execute(step));
    return step;
  }

  SchedulerOutput schedule() {
    SchedulerOutput step = scheduler.schedule();
    scheduler.checkIntegrity();
    return step;
  }

  EngineCoreOutputs update(SchedulerOutput step, ModelRunnerOutput output) {
    EngineCoreOutputs outputs = scheduler.updateFromOutput(step, output);
    scheduler.checkIntegrity();
    collect(outputs.outputs());
    return outputs;
  }

  /** A step whose forward pass throws. */
  SchedulerOutput failingStep() {
    SchedulerOutput step = schedule();
    EngineCoreOutputs outputs = scheduler.failStep(step, model.executeAndThrow(step));
    scheduler.checkIntegrity();
    collect(outputs.outputs());
    return step;
  }

  List<EngineCoreOutput> abort(@Nullable Collection<String> ids) {
    List<EngineCoreOutput> outputs = scheduler.finishRequests(ids, FinishReason.ABORT);
    scheduler.checkIntegrity();
    collect(outputs);
    return outputs;
  }

  /** Steps until nothing is left to do; more than {@code limit} steps are a livelock. */
  TestEngine runAll(int limit) {
    for (int i = 0; scheduler.hasRequests(); i++) {
      if (i == limit) {
        throw new AssertionError("not done after " + limit + " steps");
      }
      step();
    }
    return this;
  }

  private void collect(List<EngineCoreOutput> outputs) {
    for (EngineCoreOutput output : outputs) {
      Result result = result(output.requestId());
      if (result.ended()) {
        throw new AssertionError("output after the end: " + output);
      }
      result.outputs.add(output);
      result.tokens.addAll(output.newTokenIds());
      if (output.prefillStats() != null) {
        promptTokensHit += output.prefillStats().numCachedTokens();
      }
    }
  }

  Result result(String id) {
    Result result = results.get(id);
    if (result == null) {
      throw new AssertionError("never added: " + id);
    }
    return result;
  }

  List<Integer> tokens(String id) {
    return result(id).tokens;
  }

  long preemptions() {
    return scheduler.stats().numPreemptions();
  }

  long promptTokensHit() {
    return promptTokensHit;
  }

  /** Scheduled tokens by request id, in running order. */
  static Map<String, Integer> numTokens(SchedulerOutput step) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    step.scheduled().forEach(part -> counts.put(part.requestId(), part.numScheduledTokens()));
    return counts;
  }
}
