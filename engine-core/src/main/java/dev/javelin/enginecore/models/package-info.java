// SPDX-License-Identifier: Apache-2.0
/**
 * Model definitions. Each architecture is one small file that turns a model's configuration into a
 * {@link dev.javelin.enginecore.models.DecoderSpec} and its tensor names into {@link
 * dev.javelin.enginecore.models.DecoderWeights}; the one {@link
 * dev.javelin.enginecore.models.Decoder} runs every spec.
 *
 * <p>Specs and weights are immutable. A decoder owns its weights and rope tables and frees them
 * when it is closed; it is used by the one thread that runs the engine core.
 */
@NullMarked
package dev.javelin.enginecore.models;

import org.jspecify.annotations.NullMarked;
