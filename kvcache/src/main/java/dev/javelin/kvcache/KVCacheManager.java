// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import dev.javelin.engineapi.PrefixCacheStats;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the blocks of the KV cache to sequences, shares equal prefixes between them, and takes
 * blocks back.
 *
 * <p>A step is: {@link #startStep}, then for each sequence {@link #admit} (the first time, or after
 * {@link #free}) or {@link #allocateSlots}, then the forward pass. Full blocks become findable when
 * they are allocated, before the pass has filled them, so that sequences admitted in one step can
 * share them; hence <b>in each layer all keys and values of the step must be written before any are
 * read</b>, and if tokens of the step are not computed after all, the step's blocks must be made
 * unfindable with {@link #forgetStep}.
 *
 * <p>Freed blocks keep their content and are reused least recently used first, the deepest block of
 * a sequence before those it builds on. Not thread-safe.
 */
public final class KVCacheManager {
  private final int blockSize;
  private final boolean enablePrefixCaching;
  private final int slidingWindow;
  private final BlockHash root;
  private final BlockHasher hasher = new BlockHasher();
  private final BlockPool pool;
  private final Set<CachedSequence> live = new LinkedHashSet<>();
  private final List<StepBlock> stepBlocks = new ArrayList<>();
  private PrefixCacheCounters counters = new PrefixCacheCounters();

  private record StepBlock(CachedSequence owner, int block) {}

  /** A manager whose block hashes start at an unpredictable root, as they must across tenants. */
  public KVCacheManager(
      int numBlocks, int blockSize, boolean enablePrefixCaching, int slidingWindow) {
    this(numBlocks, blockSize, enablePrefixCaching, slidingWindow, BlockHash.random());
  }

  /**
   * @param numBlocks blocks of the cache, the null block (number 0) included
   * @param blockSize tokens a block
   * @param enablePrefixCaching whether blocks of equal prefixes are shared
   * @param slidingWindow the number of tokens, itself included, that a token attends to in every
   *     layer; 0 if some layer attends to all of them
   * @param root where the hash chains start; whoever knows it can construct prefixes on purpose
   */
  public KVCacheManager(
      int numBlocks,
      int blockSize,
      boolean enablePrefixCaching,
      int slidingWindow,
      BlockHash root) {
    if (numBlocks < 1) {
      throw new ValidationException(
          "the KV cache needs 1 block or more, one of which is the null block",
          "num_blocks",
          numBlocks);
    }
    if (blockSize < 1 || numBlocks > Integer.MAX_VALUE / blockSize) {
      throw new ValidationException(
          "block_size must be 1 or more, and the cache's tokens must fit an int: num_blocks="
              + numBlocks,
          "block_size",
          blockSize);
    }
    if (slidingWindow < 0) {
      throw new ValidationException(
          "sliding_window must be 0 (none) or more", "sliding_window", slidingWindow);
    }
    this.blockSize = blockSize;
    this.enablePrefixCaching = enablePrefixCaching;
    this.slidingWindow = slidingWindow;
    this.root = root;
    pool = new BlockPool(numBlocks);
  }

  /** Tokens a block. */
  public int blockSize() {
    return blockSize;
  }

  /** Blocks that sequences may hold: all but the null block. */
  public int numUsableBlocks() {
    return pool.numUsable();
  }

  /** Blocks that nobody holds, whether findable or not. */
  public int numFreeBlocks() {
    return pool.numFree();
  }

  /**
   * A sequence that holds no block yet.
   *
   * @param prompt its tokens
   * @param loraName the adapter that computes its keys and values, or null
   * @param cacheSalt keeps its prefixes apart from those of other salts, or null
   * @param readsPrefixCache false if all its tokens are to be computed; others may still share its
   *     blocks
   */
  public CachedSequence newSequence(
      TokenIds prompt,
      @Nullable String loraName,
      @Nullable String cacheSalt,
      boolean readsPrefixCache) {
    BlockHashChain chain =
        enablePrefixCaching
            ? new BlockHashChain(hasher, root, blockSize, loraName, cacheSalt)
            : null;
    CachedSequence sequence = new CachedSequence(chain, readsPrefixCache);
    for (int i = 0; i < prompt.size(); i++) {
      sequence.append(prompt.getInt(i));
    }
    return sequence;
  }

  /** Begins a step: what was cached before it is final. */
  public void startStep() {
    stepBlocks.clear();
  }

  /**
   * The longest cached prefix of a sequence, in whole blocks. The last token is never part of it:
   * it must be computed to give logits.
   */
  public PrefixHit getComputedBlocks(CachedSequence sequence) {
    BlockHashChain chain = sequence.chain();
    if (chain == null || !sequence.readsPrefixCache()) {
      return PrefixHit.NONE;
    }
    int maxBlocks = (sequence.numTokens() - 1) / blockSize;
    int[] blocks =
        slidingWindow == 0
            ? PrefixLookup.full(pool, chain, maxBlocks)
            : PrefixLookup.windowed(pool, chain, maxBlocks, blocksOfWindow());
    return blocks.length == 0 ? PrefixHit.NONE : new PrefixHit(blocks.length * blockSize, blocks);
  }

  /**
   * Gives a sequence without blocks those of a prefix hit and new ones for the tokens that follow.
   *
   * @param hit what {@link #getComputedBlocks} has just returned for it
   * @param numNewTokens tokens to compute after the hit, 1 or more
   * @param reservedBlocks blocks that must be available, counting those of the hit, although only
   *     part of them is taken now; 0 for what is taken now
   * @return false if too few blocks are free; nothing has changed then
   */
  public boolean admit(
      CachedSequence sequence, PrefixHit hit, int numNewTokens, int reservedBlocks) {
    if (live.contains(sequence)) {
      throw new IllegalStateException("the sequence has been admitted already");
    }
    checkNewTokens(numNewTokens);
    int shared = 0;
    int revived = 0;
    for (int block : hit.blockIds()) {
      shared += block == BlockPool.NULL_BLOCK ? 0 : 1;
      revived += pool.isFree(block) ? 1 : 0;
    }
    int tableLength = blocksFor(hit.numTokens() + (long) numNewTokens);
    int added = tableLength - hit.blockIds().length;
    if (Math.max(added, reservedBlocks - shared) + revived > pool.numFree()) {
      return false;
    }
    live.add(sequence);
    if (sequence.readsPrefixCache()) {
      counters.record(sequence.numTokens(), hit.numTokens(), sequence.admittedBefore());
    }
    sequence.admitted();
    int dropped = 0;
    for (int block : hit.blockIds()) {
      if (block == BlockPool.NULL_BLOCK) {
        dropped++;
      } else {
        pool.share(block);
      }
      sequence.addBlock(block);
    }
    sequence.dropped(dropped);
    sequence.cached(hit.blockIds().length);
    extend(sequence, tableLength, hit.numTokens() + numNewTokens);
    return true;
  }

  /**
   * Gives an admitted sequence the blocks that it lacks for its next tokens, after taking back
   * those that have left the window.
   *
   * @param numComputedTokens tokens whose keys and values are in the cache
   * @param numNewTokens tokens to compute, 1 or more
   * @return false if too few blocks are free; nothing has changed then, but for the window
   */
  public boolean allocateSlots(CachedSequence sequence, int numComputedTokens, int numNewTokens) {
    if (!live.contains(sequence)) {
      throw new IllegalStateException("the sequence has not been admitted");
    }
    checkNewTokens(numNewTokens);
    dropOutsideWindow(sequence, numComputedTokens);
    int tableLength = blocksFor(numComputedTokens + (long) numNewTokens);
    if (tableLength - sequence.numBlocks() > pool.numFree()) {
      return false;
    }
    extend(sequence, tableLength, numComputedTokens + numNewTokens);
    return true;
  }

  /**
   * Takes all blocks of a sequence back, the last one first. Their content stays findable until
   * they are reused. Without effect on a sequence that holds none.
   */
  public void free(CachedSequence sequence) {
    if (!live.remove(sequence)) {
      return;
    }
    for (int i = sequence.numBlocks() - 1; i >= sequence.numDroppedBlocks(); i--) {
      pool.release(sequence.blockId(i));
    }
    sequence.clearTable();
  }

  /** Makes the blocks unfindable that became findable in this step: it was not computed. */
  public void forgetStep() {
    stepBlocks.forEach(entry -> pool.forget(entry.block()));
    stepBlocks.clear();
  }

  /** {@link #forgetStep} for the blocks of one sequence, whether it still holds them or not. */
  public void forgetStep(CachedSequence sequence) {
    stepBlocks.removeIf(
        entry -> {
          if (entry.owner() == sequence) {
            pool.forget(entry.block());
            return true;
          }
          return false;
        });
  }

  /**
   * Forgets every cached prefix.
   *
   * @return false if a block is in use and nothing was forgotten
   */
  public boolean resetPrefixCache() {
    if (pool.numFree() < pool.numUsable()) {
      return false;
    }
    pool.forgetAll();
    stepBlocks.clear();
    counters.recordReset();
    return true;
  }

  /** The fraction of the usable blocks that sequences hold, 0 to 1. */
  public double usage() {
    int usable = pool.numUsable();
    return usable == 0 ? 0 : (double) (usable - pool.numFree()) / usable;
  }

  /** What was looked up since the last call. Sequences that do not read the cache do not count. */
  public PrefixCacheStats takeStats() {
    PrefixCacheStats stats = counters.snapshot();
    counters = new PrefixCacheCounters();
    return stats;
  }

  /**
   * The most blocks that a sequence holds at once while it grows to a length.
   *
   * @param numTokens the length, 1 or more
   * @param maxTokensPerStep the most tokens of it that one step computes
   */
  public int blocksNeeded(int numTokens, int maxTokensPerStep) {
    int whole = blocksFor(numTokens);
    if (slidingWindow == 0) {
      return whole;
    }
    // The tokens of window and step may begin in the middle of a block.
    return Math.min(whole, blocksFor(slidingWindow - 1L + maxTokensPerStep) + 1);
  }

  /**
   * Checks every invariant; for tests.
   *
   * @throws IllegalStateException if one is broken
   */
  public void checkIntegrity() {
    int[] users = new int[pool.numUsable() + 1];
    for (CachedSequence sequence : live) {
      for (int i = 0; i < sequence.numBlocks(); i++) {
        int block = sequence.blockId(i);
        boolean isNull = block == BlockPool.NULL_BLOCK;
        Integrity.check(
            isNull == (i < sequence.numDroppedBlocks()), "null block in the table", "index", i);
        users[block] += isNull ? 0 : 1;
      }
    }
    pool.checkIntegrity(users);
  }

  /** The free blocks in the order in which they will be reused. */
  int[] freeBlocks() {
    return pool.freeBlocks();
  }

  private int blocksFor(long numTokens) {
    return Math.toIntExact((numTokens + blockSize - 1) / blockSize);
  }

  /** Blocks whose tokens the next one attends to if it is the first of its block. */
  private int blocksOfWindow() {
    return Math.max(1, blocksFor(slidingWindow - 1L));
  }

  private static void checkNewTokens(int numNewTokens) {
    if (numNewTokens < 1) {
      throw new IllegalArgumentException(
          "slots are allocated for 1 token or more: numNewTokens=" + numNewTokens);
    }
  }

  private void dropOutsideWindow(CachedSequence sequence, int numComputedTokens) {
    if (slidingWindow == 0) {
      return;
    }
    int keep = Math.max(0, numComputedTokens - slidingWindow + 1) / blockSize;
    for (int i = keep - 1; i >= sequence.numDroppedBlocks(); i--) {
      pool.release(sequence.blockId(i));
      sequence.dropBlock(i);
    }
    sequence.dropped(Math.max(keep, sequence.numDroppedBlocks()));
  }

  private void extend(CachedSequence sequence, int tableLength, int numTokens) {
    while (sequence.numBlocks() < tableLength) {
      sequence.addBlock(pool.take());
    }
    BlockHashChain chain = sequence.chain();
    if (chain == null) {
      return;
    }
    int full = Math.min(numTokens, sequence.numTokens()) / blockSize;
    for (int i = sequence.numCachedBlocks(); i < full; i++) {
      pool.cache(sequence.blockId(i), chain.get(i));
      stepBlocks.add(new StepBlock(sequence, sequence.blockId(i)));
    }
    sequence.cached(Math.max(full, sequence.numCachedBlocks()));
  }
}
