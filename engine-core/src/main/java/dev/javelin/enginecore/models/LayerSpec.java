// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.RopeAngles;
import org.jspecify.annotations.Nullable;

/**
 * What may differ between the layers of a decoder.
 *
 * @param attention how the layer attends
 * @param rope the rotary embedding; null for a layer without positions of its own
 */
public record LayerSpec(AttentionShape attention, @Nullable RopeAngles rope) {}
