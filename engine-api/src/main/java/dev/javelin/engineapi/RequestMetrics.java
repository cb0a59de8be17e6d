// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * When things happened to a request. Core times are readings of {@link System#nanoTime()} in the
 * core's process, only comparable with each other; 0 until the event has happened.
 *
 * @param arrivalTimeSeconds wall clock at arrival, in seconds since the epoch
 * @param numGenerationTokens tokens generated so far
 * @param queuedNanos entered the waiting queue
 * @param scheduledNanos first scheduled
 * @param firstTokenNanos first token
 * @param lastTokenNanos last token so far
 * @param firstTokenLatencySeconds from arrival to the first token, wall clock
 * @param numPreemptions how often its cache blocks were taken away
 */
public record RequestMetrics(
    double arrivalTimeSeconds,
    int numGenerationTokens,
    long queuedNanos,
    long scheduledNanos,
    long firstTokenNanos,
    long lastTokenNanos,
    double firstTokenLatencySeconds,
    int numPreemptions) {}
