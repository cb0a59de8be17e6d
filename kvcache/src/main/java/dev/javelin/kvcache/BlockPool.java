// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.Arrays;

/**
 * All blocks of the cache: how many sequences use each, which are free and in what order they are
 * reused, and which are findable by their content.
 *
 * <p>Block 0 is the null block: it stands for positions whose keys and values are not kept, and is
 * never free, used or cached. A free block keeps its content findable until it is taken.
 */
final class BlockPool {
  /** The block that stands for nothing. */
  static final int NULL_BLOCK = 0;

  private final int[] refCounts;
  private final FreeBlockQueue free;
  private final PrefixIndex index;

  /**
   * @param numBlocks the null block included, 1 or more
   */
  BlockPool(int numBlocks) {
    refCounts = new int[numBlocks];
    free = new FreeBlockQueue(numBlocks);
    index = new PrefixIndex(numBlocks);
    for (int block = NULL_BLOCK + 1; block < numBlocks; block++) {
      free.append(block);
    }
  }

  /** Blocks that sequences may use: all but the null block. */
  int numUsable() {
    return refCounts.length - 1;
  }

  int numFree() {
    return free.size();
  }

  /** The free blocks in the order in which they will be reused. */
  int[] freeBlocks() {
    return free.toArray();
  }

  /** A block with this content, or {@link #NULL_BLOCK} if there is none. */
  int find(BlockHash hash) {
    return index.find(hash);
  }

  boolean isFree(int block) {
    return free.contains(block);
  }

  boolean isCached(int block) {
    return index.contains(block);
  }

  /** Takes the free block that is to be reused first; its content is forgotten. */
  int take() {
    int block = free.pop();
    index.remove(block);
    refCounts[block] = 1;
    return block;
  }

  /** Adds a user to a block, free or not. */
  void share(int block) {
    if (refCounts[block]++ == 0) {
      free.remove(block);
    }
  }

  /** Takes a user from a block. Without users it is free, behind all others, still findable. */
  void release(int block) {
    if (--refCounts[block] == 0) {
      free.append(block);
    }
  }

  /** Makes a block findable. */
  void cache(int block, BlockHash hash) {
    index.add(block, hash);
  }

  /** Makes a block not findable; without effect if it is not. */
  void forget(int block) {
    index.remove(block);
  }

  /** Makes every block not findable. */
  void forgetAll() {
    for (int block = 0; block < refCounts.length; block++) {
      index.remove(block);
    }
  }

  /**
   * @param users how many tables hold each block
   * @throws IllegalStateException if an invariant is broken
   */
  void checkIntegrity(int[] users) {
    free.checkIntegrity();
    index.checkIntegrity();
    Integrity.check(
        Arrays.equals(users, refCounts),
        "reference counts differ from tables " + Arrays.toString(users),
        "refCounts",
        Arrays.toString(refCounts));
    Integrity.check(!free.contains(NULL_BLOCK), "null block is free", "block", NULL_BLOCK);
    Integrity.check(!index.contains(NULL_BLOCK), "null block is cached", "block", NULL_BLOCK);
    for (int block = NULL_BLOCK + 1; block < refCounts.length; block++) {
      Integrity.check(
          free.contains(block) == (refCounts[block] == 0),
          "free and used, or neither",
          "block",
          block);
    }
  }
}
