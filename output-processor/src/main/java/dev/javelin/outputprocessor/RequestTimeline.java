// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.EngineCoreEvent;
import dev.javelin.engineapi.RequestMetrics;
import java.time.InstantSource;
import java.util.List;

/** Collects when things happened to a request. */
final class RequestTimeline {
  private static final double MILLIS_PER_SECOND = 1000;

  private final InstantSource clock;
  private final double arrivalTimeSeconds;
  private int numGenerationTokens;
  private long queuedNanos;
  private long scheduledNanos;
  private long firstTokenNanos;
  private long lastTokenNanos;
  private double firstTokenLatencySeconds;
  private int numPreemptions;

  /**
   * @param clock wall clock of this process
   */
  RequestTimeline(InstantSource clock, double arrivalTimeSeconds) {
    this.clock = clock;
    this.arrivalTimeSeconds = arrivalTimeSeconds;
  }

  void addEvents(List<EngineCoreEvent> events) {
    for (EngineCoreEvent event : events) {
      switch (event.type()) {
        case QUEUED -> queuedNanos = event.nanos();
        case SCHEDULED -> scheduledNanos = scheduledNanos == 0 ? event.nanos() : scheduledNanos;
        case PREEMPTED -> numPreemptions++;
      }
    }
  }

  /**
   * @param stepNanos the core's clock when the step ended
   */
  void addTokens(int count, long stepNanos) {
    if (count == 0) {
      return;
    }
    if (numGenerationTokens == 0) {
      firstTokenNanos = stepNanos;
      firstTokenLatencySeconds = clock.millis() / MILLIS_PER_SECOND - arrivalTimeSeconds;
    }
    numGenerationTokens += count;
    lastTokenNanos = stepNanos;
  }

  RequestMetrics metrics() {
    return new RequestMetrics(
        arrivalTimeSeconds,
        numGenerationTokens,
        queuedNanos,
        scheduledNanos,
        firstTokenNanos,
        lastTokenNanos,
        firstTokenLatencySeconds,
        numPreemptions);
  }
}
