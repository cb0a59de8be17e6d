// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Prefix cache look-ups since the last report.
 *
 * @param requests look-ups by requests that were never preempted
 * @param queries tokens they asked for
 * @param hits tokens they found
 * @param preemptedRequests look-ups by requests that come back after a preemption
 * @param preemptedQueries tokens those asked for
 * @param preemptedHits tokens those found
 * @param reset whether the cache was reset since the last report
 */
public record PrefixCacheStats(
    long requests,
    long queries,
    long hits,
    long preemptedRequests,
    long preemptedQueries,
    long preemptedHits,
    boolean reset) {}
