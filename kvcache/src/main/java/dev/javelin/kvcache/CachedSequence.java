// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One sequence as the cache sees it: the hashes of its tokens and the table of the blocks it holds.
 * Made by {@link KVCacheManager#newSequence}; belongs to that manager.
 */
public final class CachedSequence {
  private final @Nullable BlockHashChain chain;
  private final boolean readsPrefixCache;
  private int numTokens;
  private int[] table = new int[4];
  private int numBlocks;
  private int numDroppedBlocks;
  private int numCachedBlocks;
  private boolean admittedBefore;

  CachedSequence(@Nullable BlockHashChain chain, boolean readsPrefixCache) {
    this.chain = chain;
    this.readsPrefixCache = readsPrefixCache && chain != null;
  }

  /** Adds a token at the end. */
  public void append(int token) {
    numTokens++;
    if (chain != null) {
      chain.append(token);
    }
  }

  /** Number of tokens, whether computed or not. */
  public int numTokens() {
    return numTokens;
  }

  /** Length of the block table. */
  public int numBlocks() {
    return numBlocks;
  }

  /** How many blocks at the head of the table have been replaced by the null block. */
  public int numDroppedBlocks() {
    return numDroppedBlocks;
  }

  /** A new array with the entries of the block table from {@code from} on. */
  public int[] blockIds(int from) {
    return Arrays.copyOfRange(table, from, numBlocks);
  }

  /** The block hashes, or null if nothing of this cache is shared. */
  @Nullable BlockHashChain chain() {
    return chain;
  }

  boolean readsPrefixCache() {
    return readsPrefixCache;
  }

  int blockId(int index) {
    return table[index];
  }

  void addBlock(int block) {
    if (numBlocks == table.length) {
      table = Arrays.copyOf(table, 2 * numBlocks);
    }
    table[numBlocks++] = block;
  }

  void dropBlock(int index) {
    table[index] = BlockPool.NULL_BLOCK;
  }

  void dropped(int count) {
    numDroppedBlocks = count;
  }

  /** Blocks at the head of the table that are findable, or were and have been dropped. */
  int numCachedBlocks() {
    return numCachedBlocks;
  }

  void cached(int count) {
    numCachedBlocks = count;
  }

  /** Whether this is not its first time in the cache: it was preempted. */
  boolean admittedBefore() {
    return admittedBefore;
  }

  void admitted() {
    admittedBefore = true;
  }

  void clearTable() {
    numBlocks = 0;
    numDroppedBlocks = 0;
    numCachedBlocks = 0;
  }
}
