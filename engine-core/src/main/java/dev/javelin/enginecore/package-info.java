// SPDX-License-Identifier: Apache-2.0
/**
 * The engine core: the loop that schedules, runs the forward pass and samples.
 *
 * <p>An {@link dev.javelin.enginecore.EngineCore} is owned by one thread. It owns its checkpoint,
 * backend, weights and KV cache and frees them when it is closed.
 */
@NullMarked
package dev.javelin.enginecore;

import org.jspecify.annotations.NullMarked;
