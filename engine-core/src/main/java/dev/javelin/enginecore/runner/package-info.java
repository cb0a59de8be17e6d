// SPDX-License-Identifier: Apache-2.0
/**
 * From a scheduler's decision to sampled tokens: keeps what the forward pass needs to know of each
 * request, packs steps, runs the decoder and samples. Used by the one thread that runs the engine
 * core.
 */
@NullMarked
package dev.javelin.enginecore.runner;

import org.jspecify.annotations.NullMarked;
