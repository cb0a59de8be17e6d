// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.Arrays;

/** Searches the pool for the longest usable prefix of a hash chain. */
final class PrefixLookup {
  private PrefixLookup() {}

  /** Blocks up to the first that is missing; at most {@code maxBlocks}. */
  static int[] full(BlockPool pool, BlockHashChain chain, int maxBlocks) {
    int[] blocks = new int[maxBlocks];
    for (int i = 0; i < maxBlocks; i++) {
      blocks[i] = pool.find(chain.get(i));
      if (blocks[i] == BlockPool.NULL_BLOCK) {
        return Arrays.copyOf(blocks, i);
      }
    }
    return blocks;
  }

  /**
   * The rightmost run of {@code needed} blocks with null blocks before it, or a shorter run from
   * the first block on: a sliding window does not look further back.
   */
  static int[] windowed(BlockPool pool, BlockHashChain chain, int maxBlocks, int needed) {
    int[] blocks = new int[maxBlocks];
    int run = 0;
    for (int i = maxBlocks - 1; i >= 0; i--) {
      blocks[i] = pool.find(chain.get(i));
      run = blocks[i] == BlockPool.NULL_BLOCK ? 0 : run + 1;
      if (run == needed) {
        return Arrays.copyOf(blocks, i + needed);
      }
    }
    return Arrays.copyOf(blocks, run);
  }
}
