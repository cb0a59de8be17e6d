// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.WeightSource;

/**
 * A model as a checkpoint describes it, before anything is loaded.
 *
 * @param spec what it computes
 * @param weights where its weights lie; every one exists and has the right shape
 */
public record ModelDefinition(DecoderSpec spec, DecoderWeights<WeightSource> weights) {}
