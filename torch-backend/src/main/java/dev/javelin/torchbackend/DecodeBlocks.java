// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

/**
 * One query and the blocks it sees.
 *
 * @param row row of the query
 * @param blocks ids of the blocks, in order
 * @param firstKey first key it sees, counted from the first slot of the first block
 * @param endKey the key after the last one it sees, its own
 */
record DecodeBlocks(int row, int[] blocks, int firstKey, int endKey) {}
