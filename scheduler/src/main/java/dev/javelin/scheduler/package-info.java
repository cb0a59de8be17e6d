// SPDX-License-Identifier: Apache-2.0
/**
 * What runs next: request queues, token budget, chunked prefill, preemption. Knows no tensor.
 *
 * <p>{@link dev.javelin.scheduler.Scheduler} decides for every step how many tokens of which
 * request are computed, and turns what the model runner sampled into outputs. There is no prefill
 * phase and no decode phase: every request just lets its computed tokens catch up with its known
 * ones. Terms and behaviour are those of the vLLM v1 scheduler.
 *
 * <p>Threading: everything here belongs to the one thread that runs the engine core. Ownership: the
 * scheduler owns its requests and, through the KV cache manager, the blocks they hold; what it
 * hands out are immutable records.
 */
@NullMarked
package dev.javelin.scheduler;

import org.jspecify.annotations.NullMarked;
