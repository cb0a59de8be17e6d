// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A step while it is put together: who computes how many tokens, and what is left to give. */
final class StepPlan {
  private final Map<Request, Integer> numScheduledTokens = new LinkedHashMap<>();
  private final int total;
  private int budget;

  /**
   * @param budget most tokens of the step
   */
  StepPlan(int budget) {
    this.budget = budget;
    total = budget;
  }

  /** Tokens that may still be scheduled. */
  int budget() {
    return budget;
  }

  void add(Request request, int numTokens) {
    numScheduledTokens.put(request, numTokens);
    budget -= numTokens;
  }

  /**
   * Takes a request out and its tokens back.
   *
   * @return false if it was not scheduled
   */
  boolean remove(Request request) {
    Integer numTokens = numScheduledTokens.remove(request);
    if (numTokens == null) {
      return false;
    }
    budget += numTokens;
    return true;
  }

  Set<Request> requests() {
    return numScheduledTokens.keySet();
  }

  /** The finished step; its requests count as computed from now on. */
  SchedulerOutput build(List<String> finishedRequestIds) {
    List<EngineCoreRequest> newRequests = new ArrayList<>();
    List<ScheduledRequest> scheduled = new ArrayList<>();
    numScheduledTokens.forEach(
        (request, numTokens) -> {
          if (!request.knownToRunner()) {
            newRequests.add(request.request());
          }
          scheduled.add(request.schedule(numTokens));
          request.advance(numTokens);
        });
    return new SchedulerOutput(newRequests, scheduled, total - budget, finishedRequestIds);
  }
}
