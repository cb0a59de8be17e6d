// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * How a request's prompt was computed when it was first scheduled.
 *
 * @param numPromptTokens length of the prompt
 * @param numCachedTokens prompt tokens taken from the prefix cache
 */
public record PrefillStats(int numPromptTokens, int numCachedTokens) {}
