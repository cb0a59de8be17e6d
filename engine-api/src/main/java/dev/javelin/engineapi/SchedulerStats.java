// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * The scheduler's state after a step.
 *
 * @param numRunningRequests requests that hold cache blocks
 * @param numWaitingRequests requests in the queue
 * @param kvCacheUsage used fraction of the cache's blocks, 0 to 1
 * @param prefixCacheStats look-ups since the last report
 * @param numPreemptions preemptions since the engine started
 */
public record SchedulerStats(
    int numRunningRequests,
    int numWaitingRequests,
    double kvCacheUsage,
    PrefixCacheStats prefixCacheStats,
    long numPreemptions) {}
