// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.runner;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.enginecore.sampler.RandomKey;

/**
 * Gives each request the key of its random draws: from its own seed where it has one, else from the
 * engine's seed and the order of arrival, so that a run repeats when its requests do.
 */
final class SamplingKeys {
  private final long engineSeed;
  private long arrivals;

  SamplingKeys(long engineSeed) {
    this.engineSeed = engineSeed;
  }

  long next(SamplingParams params) {
    long arrival = arrivals++;
    Long seed = params.seed();
    return seed != null ? RandomKey.ofSeed(seed) : RandomKey.ofArrival(engineSeed, arrival);
  }
}
