// SPDX-License-Identifier: Apache-2.0
/**
 * From one row of logits to one token id.
 *
 * <p>A {@link dev.javelin.enginecore.sampler.Sampler} takes the logits of one request and its
 * {@link dev.javelin.enginecore.sampler.SamplingState}, in vLLM's order: raw log-probabilities;
 * allowed ids, bad words, {@code min_tokens}; logit bias; repetition, frequency and presence
 * penalties; then either the largest logit, or temperature, min-p, top-k, top-p and one draw.
 * Probabilities are computed in double precision.
 *
 * <p>A token depends on the row, the request's parameters, its key and the tokens it has so far,
 * and on nothing else: not on its neighbours in the batch, not on how its prompt was chunked, not
 * on preemption. Draws come from a counter, not from a stream, see {@link
 * dev.javelin.enginecore.sampler.RandomKey}.
 *
 * <p>Nothing here is thread-safe but {@code RandomKey} and {@code Logprobs}, which have no state. A
 * sampler owns scratch memory of the size of the vocabulary and serves one thread at a time; it
 * remembers nothing between rows, so any number of samplers give the same results as one. Rows
 * belong to the caller and are overwritten.
 */
@NullMarked
package dev.javelin.enginecore.sampler;

import org.jspecify.annotations.NullMarked;
