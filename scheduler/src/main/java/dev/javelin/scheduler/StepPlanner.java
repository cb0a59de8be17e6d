// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.SchedulerConfig;
import dev.javelin.kvcache.KVCacheManager;
import dev.javelin.kvcache.PrefixHit;
import java.util.List;

/** Shares out a step's tokens and blocks: to the running requests first, then to the queue. */
final class StepPlanner {
  private final SchedulerConfig config;
  private final KVCacheManager cache;
  private final LiveRequests live;

  StepPlanner(SchedulerConfig config, KVCacheManager cache, LiveRequests live) {
    this.config = config;
    this.cache = cache;
    this.live = live;
  }

  /** Plans a step, admitting and preempting requests as it goes. */
  StepPlan plan(PauseState pauseState) {
    StepPlan plan =
        new StepPlan(pauseState == PauseState.PAUSED_ALL ? 0 : config.maxNumBatchedTokens());
    long preemptionsBefore = live.numPreemptions();
    scheduleRunning(plan);
    if (live.numPreemptions() == preemptionsBefore && pauseState == PauseState.UNPAUSED) {
      scheduleWaiting(plan);
    }
    return plan;
  }

  private void scheduleRunning(StepPlan plan) {
    for (Request request : List.copyOf(live.running())) {
      if (plan.budget() == 0) {
        return;
      }
      if (request.status() == RequestStatus.RUNNING) {
        int missing = request.numTokens() - request.numComputedTokens();
        int numNewTokens = Math.min(capPrefill(missing), plan.budget());
        if (allocateOrPreempt(request, numNewTokens, plan)) {
          plan.add(request, numNewTokens);
        }
      }
    }
  }

  private boolean allocateOrPreempt(Request request, int numNewTokens, StepPlan plan) {
    while (!cache.allocateSlots(request.sequence(), request.numComputedTokens(), numNewTokens)) {
      Request victim = live.victim();
      if (plan.remove(victim)) {
        // Its blocks of this step were made findable, but will not be computed.
        cache.forgetStep(victim.sequence());
      }
      live.preempt(victim);
      if (victim == request) {
        return false;
      }
    }
    return true;
  }

  private void scheduleWaiting(StepPlan plan) {
    while (plan.budget() > 0
        && live.running().size() < config.maxNumSeqs()
        && !live.waiting().isEmpty()) {
      Request request = live.waiting().head();
      PrefixHit hit = cache.getComputedBlocks(request.sequence());
      int missing = request.numTokens() - hit.numTokens();
      if (missing > plan.budget() && !mayBeChunked(missing)) {
        return;
      }
      int numNewTokens = Math.min(capPrefill(missing), plan.budget());
      int reserved =
          config.reserveFullSequence()
              ? cache.blocksNeeded(request.numTokens(), config.maxNumBatchedTokens())
              : 0;
      if (!cache.admit(request.sequence(), hit, numNewTokens, reserved)) {
        return;
      }
      live.run(request, hit.numTokens());
      plan.add(request, numNewTokens);
    }
  }

  private int capPrefill(int numTokens) {
    int threshold = config.longPrefillTokenThreshold();
    return threshold > 0 ? Math.min(numTokens, threshold) : numTokens;
  }

  /**
   * Without chunked prefill a prompt waits for a step that has room for it. Only what no step has
   * room for is split all the same: a preempted request that has grown beyond the budget.
   */
  private boolean mayBeChunked(int numTokens) {
    return config.enableChunkedPrefill() || numTokens > config.maxNumBatchedTokens();
  }
}
