// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import dev.javelin.engineapi.TokenIds;

/** A manager whose every invariant is checked after each operation. */
final class CheckedCache {
  static final BlockHash ROOT = BlockHash.of(new byte[BlockHash.BYTES]);

  final KVCacheManager manager;

  CheckedCache(int numBlocks, int blockSize, boolean caching, int window) {
    manager = new KVCacheManager(numBlocks, blockSize, caching, window, ROOT);
    manager.checkIntegrity();
  }

  static CheckedCache caching(int numBlocks, int blockSize) {
    return new CheckedCache(numBlocks, blockSize, true, 0);
  }

  static CheckedCache windowed(int numBlocks, int blockSize, int window) {
    return new CheckedCache(numBlocks, blockSize, true, window);
  }

  /** The tokens {@code first, first + 1, ...}. */
  static TokenIds tokens(int first, int count) {
    int[] ids = new int[count];
    for (int i = 0; i < count; i++) {
      ids[i] = first + i;
    }
    return TokenIds.of(ids);
  }

  CachedSequence sequence(TokenIds prompt) {
    return manager.newSequence(prompt, null, null, true);
  }

  int hits(CachedSequence sequence) {
    return manager.getComputedBlocks(sequence).numTokens();
  }

  boolean admit(CachedSequence sequence, int numNewTokens) {
    return admit(sequence, numNewTokens, 0);
  }

  boolean admit(CachedSequence sequence, int numNewTokens, int reserved) {
    boolean fits =
        manager.admit(sequence, manager.getComputedBlocks(sequence), numNewTokens, reserved);
    manager.checkIntegrity();
    return fits;
  }

  /** Admits a sequence of this prompt with all its tokens, which must fit. */
  CachedSequence run(TokenIds prompt) {
    return run(sequence(prompt));
  }

  CachedSequence run(CachedSequence sequence) {
    if (!admit(sequence, sequence.numTokens() - hits(sequence))) {
      throw new AssertionError("does not fit");
    }
    return sequence;
  }

  boolean allocate(CachedSequence sequence, int numComputed, int numNew) {
    boolean fits = manager.allocateSlots(sequence, numComputed, numNew);
    manager.checkIntegrity();
    return fits;
  }

  void free(CachedSequence sequence) {
    manager.free(sequence);
    manager.checkIntegrity();
  }

  void startStep() {
    manager.startStep();
    manager.checkIntegrity();
  }

  void forgetStep() {
    manager.forgetStep();
    manager.checkIntegrity();
  }

  void forgetStep(CachedSequence sequence) {
    manager.forgetStep(sequence);
    manager.checkIntegrity();
  }

  boolean reset() {
    boolean done = manager.resetPrefixCache();
    manager.checkIntegrity();
    return done;
  }

  int[] freeBlocks() {
    return manager.freeBlocks();
  }
}
