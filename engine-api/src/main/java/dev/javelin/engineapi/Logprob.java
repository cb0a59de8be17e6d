// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/**
 * How likely a token was at its position.
 *
 * @param logprob natural logarithm of its probability; negative infinity for a masked token
 * @param rank 1 for the likeliest token; equally likely tokens raise it
 * @param decodedToken the token's text; null where nothing is detokenized
 */
public record Logprob(float logprob, int rank, @Nullable String decodedToken) {}
