// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import dev.javelin.engineapi.PrefixCacheStats;

/** Counts prefix cache look-ups between two reports. */
final class PrefixCacheCounters {
  private long requests;
  private long queries;
  private long hits;
  private long preemptedRequests;
  private long preemptedQueries;
  private long preemptedHits;
  private boolean reset;

  /**
   * @param queried tokens looked up
   * @param hit tokens found
   * @param again whether the sequence had been in the cache before and was preempted
   */
  void record(int queried, int hit, boolean again) {
    if (again) {
      preemptedRequests++;
      preemptedQueries += queried;
      preemptedHits += hit;
    } else {
      requests++;
      queries += queried;
      hits += hit;
    }
  }

  void recordReset() {
    reset = true;
  }

  PrefixCacheStats snapshot() {
    return new PrefixCacheStats(
        requests, queries, hits, preemptedRequests, preemptedQueries, preemptedHits, reset);
  }
}
