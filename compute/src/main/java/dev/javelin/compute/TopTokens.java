// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * The likeliest tokens of rows of logits.
 *
 * @param ids [rows][k] ids, likeliest first, equal ones by ascending id
 * @param logprobs [rows][k] their natural log-probabilities
 */
public record TopTokens(int[][] ids, float[][] logprobs) {}
