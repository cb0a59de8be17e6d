// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Log-probabilities at one position as the core ships them: the sampled (or given) token first,
 * then the likeliest ones in descending order.
 *
 * @param tokenIds ids, length k + 1
 * @param logprobs natural logarithms, length k + 1
 * @param sampledRank rank of the first token, 1-based
 */
public record TokenLogprobs(TokenIds tokenIds, float[] logprobs, int sampledRank) {}
