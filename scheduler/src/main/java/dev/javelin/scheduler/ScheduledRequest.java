// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

/**
 * One request's part of a step: the positions {@code [numComputedTokens, numComputedTokens +
 * numScheduledTokens)}.
 *
 * @param requestId the internal id
 * @param numComputedTokens tokens whose keys and values are in the cache before the step
 * @param numScheduledTokens tokens to compute, 1 or more; a token is sampled if they reach the last
 *     known one
 * @param blockIds appended to the request's block table, or the whole table if {@code
 *     blocksReplaced}
 * @param blocksReplaced whether {@code blockIds} replaces the table: on the first schedule, when
 *     the request comes back after a preemption, and when blocks have left the sliding window
 */
public record ScheduledRequest(
    String requestId,
    int numComputedTokens,
    int numScheduledTokens,
    int[] blockIds,
    boolean blocksReplaced) {}
