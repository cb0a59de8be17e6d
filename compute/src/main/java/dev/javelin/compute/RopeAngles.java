// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * A rotary position embedding: pair i of a head is rotated by {@code position x
 * inverseFrequencies[i]} (Su et al., RoFormer, arXiv:2104.09864), cosine and sine scaled by {@code
 * attentionFactor} (YaRN, arXiv:2309.00071).
 *
 * @param inverseFrequencies one angle step in radians a position for each rotated pair; the first
 *     {@code 2 x length} elements of a head are rotated, the rest pass through
 * @param attentionFactor multiplies cosine and sine; 1 for plain rope
 * @param interleaved whether pair i is elements (2i, 2i + 1) rather than (i, i + length)
 */
public record RopeAngles(
    double[] inverseFrequencies, double attentionFactor, boolean interleaved) {}
