// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

/**
 * How a checkpoint's weights differ from what their names say in Hugging Face's implementation.
 *
 * @param interleavedRope whether rotary position embeddings turn neighbours (2i, 2i + 1) of a head,
 *     because the rows of its query and key projections were reordered so when the file was made or
 *     because the architecture always does; false: (i, i + half)
 * @param onePlusNorms whether RMS norms multiply by 1 + weight; false: by the weight
 */
public record Conventions(boolean interleavedRope, boolean onePlusNorms) {}
