// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.SchedulerConfig;
import dev.javelin.engineapi.SchedulerStats;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.kvcache.CachedSequence;
import dev.javelin.kvcache.KVCacheManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides what the next step computes. {@link #schedule} and then {@link #updateFromOutput} (or
 * {@link #failStep}) make one step.
 *
 * <p><b>Policy.</b> Running requests come first, in the order of their admission; what is left of
 * the token budget goes to the queue. If blocks run out, the running request that is last in the
 * queue's order is preempted: its blocks are freed, its tokens kept, and when it comes back its
 * keys and values are computed anew (or found in the prefix cache). Nothing is admitted in a step
 * that preempted. The head of the queue is never overtaken: while it does not fit, smaller requests
 * behind it wait too, and it fits at the latest when all running requests have ended. A waiting
 * request never displaces a running one, whatever its priority.
 *
 * <p><b>Progress.</b> {@link #addRequest} refuses what would not fit even alone, and the first
 * running request in the queue's order is never preempted while it has company; so every step
 * computes something, every request ends, and no two requests can preempt each other in turn.
 *
 * <p>Not thread-safe.
 */
public final class Scheduler {
  private final SchedulerConfig config;
  private final KVCacheManager cache;
  private final boolean logStats;
  private final LongSupplier nanoClock;
  private final AdmissionRules rules;
  private final LiveRequests live;
  private final StepPlanner planner;
  private long numArrivals;
  private PauseState pauseState = PauseState.UNPAUSED;
  private @Nullable StepInFlight inFlight;

  /**
   * @param config how requests share steps
   * @param maxModelLen longest sequence, prompt and output, in tokens
   * @param cache the blocks; used by this scheduler only
   * @param logStats whether outputs carry events and statistics
   * @param nanoClock what {@link System#nanoTime()} is
   * @throws ValidationException if the configuration contradicts itself
   */
  public Scheduler(
      SchedulerConfig config,
      int maxModelLen,
      KVCacheManager cache,
      boolean logStats,
      LongSupplier nanoClock) {
    this.config = config;
    this.cache = cache;
    this.logStats = logStats;
    this.nanoClock = nanoClock;
    rules = new AdmissionRules(config, maxModelLen, cache);
    live = new LiveRequests(cache, config.policy(), logStats, nanoClock);
    planner = new StepPlanner(config, cache, live);
  }

  /**
   * Queues a request.
   *
   * @throws ValidationException if it can never run, or a live request has its id; nothing has
   *     changed then
   */
  public void addRequest(EngineCoreRequest request) {
    if (live.get(request.requestId()) != null) {
      throw new ValidationException(
          "a live request has this id; ids may be used again when their request has ended",
          "request_id",
          request.requestId());
    }
    int maxTokens = rules.check(request);
    LoRARequest lora = request.loraRequest();
    CachedSequence sequence =
        cache.newSequence(
            request.promptTokenIds(),
            lora == null ? null : lora.name(),
            request.cacheSalt(),
            !request.samplingParams().skipReadingPrefixCache());
    live.add(new Request(request, sequence, numArrivals++, maxTokens));
  }

  /**
   * Decides the next step. Its tokens count as computed from now on.
   *
   * @throws IllegalStateException if the outcome of the last step has not been reported
   */
  public SchedulerOutput schedule() {
    if (inFlight != null) {
      throw new IllegalStateException("the last step has neither been updated nor failed");
    }
    cache.startStep();
    StepPlan plan = planner.plan(pauseState);
    if (plan.requests().isEmpty() && hasUnfinishedRequests()) {
      throw new IllegalStateException(
          "no request can run: running=" + numRunning() + ", waiting=" + numWaiting());
    }
    List<Request> requests = List.copyOf(plan.requests());
    SchedulerOutput step = plan.build(live.takeFinishedIds());
    inFlight = new StepInFlight(step, requests);
    return step;
  }

  /**
   * Takes in what the runner made of a step.
   *
   * @param step what {@link #schedule} returned last
   * @return one output for each request that has new tokens or has ended, in running order
   */
  public EngineCoreOutputs updateFromOutput(SchedulerOutput step, ModelRunnerOutput output) {
    List<Request> requests = land(step);
    List<EngineCoreOutput> outputs = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      if (!request.finished()) {
        StepResult result =
            StepResult.of(request, step.scheduled().get(i), output.results().get(request.id()));
        if (result.failed()) {
          cache.forgetStep(request.sequence());
        }
        if (result.ended()) {
          live.finish(request);
        }
        result.output(request).ifPresent(outputs::add);
      }
    }
    return outputs(outputs);
  }

  /**
   * Gives a step up whose forward pass threw: its blocks will not be found in the prefix cache, and
   * its requests end with {@link FinishReason#ERROR}. All others go on.
   *
   * @param step what {@link #schedule} returned last
   * @param cause what was thrown
   * @return the last outputs of the step's requests
   */
  public EngineCoreOutputs failStep(SchedulerOutput step, Throwable cause) {
    List<Request> requests = land(step);
    cache.forgetStep();
    live.tellAgain(step.finishedRequestIds());
    List<EngineCoreOutput> outputs = new ArrayList<>();
    for (Request request : requests) {
      if (!request.finished()) {
        live.finish(request);
        outputs.add(StepResult.error("the step failed: " + cause).lastOutput(request));
      }
    }
    return outputs(outputs);
  }

  private List<Request> land(SchedulerOutput step) {
    StepInFlight landing = inFlight;
    if (landing == null || landing.step() != step) {
      throw new IllegalStateException("not the step that was scheduled last");
    }
    inFlight = null;
    return landing.requests();
  }

  private EngineCoreOutputs outputs(List<EngineCoreOutput> outputs) {
    return new EngineCoreOutputs(outputs, logStats ? stats() : null, nanoClock.getAsLong());
  }

  /**
   * Ends requests wherever they are. Tokens of theirs that are being computed are dropped.
   *
   * @param ids internal ids, or null for all; unknown ones are ignored
   * @return the last outputs of those that really ended
   */
  public List<EngineCoreOutput> finishRequests(
      @Nullable Collection<String> ids, FinishReason reason) {
    List<Request> ending =
        ids == null
            ? List.copyOf(live.all())
            : new LinkedHashSet<>(ids).stream().map(live::get).filter(Objects::nonNull).toList();
    return ending.stream()
        .map(
            request -> {
              live.finish(request);
              return StepResult.ended(reason).lastOutput(request);
            })
        .toList();
  }

  /** Whether a step would have something to compute, now or once more is added. */
  public boolean hasUnfinishedRequests() {
    return switch (pauseState) {
      case UNPAUSED -> numRunning() + numWaiting() > 0;
      case PAUSED_NEW -> numRunning() > 0;
      case PAUSED_ALL -> false;
    };
  }

  /** Whether a step would have something to compute or to tell the runner. */
  public boolean hasRequests() {
    return hasUnfinishedRequests() || live.hasFinishedIds();
  }

  /** Requests that hold cache blocks. */
  public int numRunning() {
    return live.running().size();
  }

  /** Requests in the queue, preempted ones included. */
  public int numWaiting() {
    return live.waiting().size();
  }

  /**
   * Forgets every cached prefix.
   *
   * @param resetRunningRequests whether running requests are preempted first, so that it succeeds
   * @return false if running requests hold blocks and nothing was forgotten
   */
  public boolean resetPrefixCache(boolean resetRunningRequests) {
    if (resetRunningRequests) {
      List.copyOf(live.running()).forEach(live::preempt);
    }
    return cache.resetPrefixCache();
  }

  /** Sets how much happens from the next step on. */
  public void pause(PauseState state) {
    pauseState = state;
  }

  /** What {@link #pause} set last. */
  public PauseState pauseState() {
    return pauseState;
  }

  /** The present state, with the prefix cache look-ups since the last call or output. */
  public SchedulerStats stats() {
    return new SchedulerStats(
        numRunning(), numWaiting(), cache.usage(), cache.takeStats(), live.numPreemptions());
  }

  /**
   * Checks every invariant, the cache's too; for tests.
   *
   * @throws IllegalStateException if one is broken
   */
  public void checkIntegrity() {
    live.checkIntegrity(config.maxNumSeqs());
    cache.checkIntegrity();
  }
}
