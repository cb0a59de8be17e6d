// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreRequest;
import java.util.List;

/**
 * One step, as the scheduler tells it to the model runner.
 *
 * <p>The runner keeps prompt, sampled tokens and block table of every request it has been told of,
 * until it is told that the request has ended. It applies {@code finishedRequestIds} first, since
 * an id that has ended may come again.
 *
 * @param newRequests requests that are scheduled for the first time, in full; sent once
 * @param scheduled what to compute, in running order
 * @param totalTokens sum of the scheduled tokens; 0 if there is only something to tell
 * @param finishedRequestIds requests that ended since the last step
 */
public record SchedulerOutput(
    List<EngineCoreRequest> newRequests,
    List<ScheduledRequest> scheduled,
    int totalTokens,
    List<String> finishedRequestIds) {
  public SchedulerOutput {
    newRequests = List.copyOf(newRequests);
    scheduled = List.copyOf(scheduled);
    finishedRequestIds = List.copyOf(finishedRequestIds);
  }
}
