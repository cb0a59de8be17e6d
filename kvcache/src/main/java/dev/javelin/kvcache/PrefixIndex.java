// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks by the hash of their content. Several blocks may hold the same content (it is
 * computed anew where a request could not read it from the cache); they are kept side by side,
 * since block tables must not change under the sequences that use them.
 */
final class PrefixIndex {
  private static final int NONE = -1;

  private final Map<BlockHash, Integer> firstByHash = new HashMap<>();
  private final @Nullable BlockHash[] hashes;

  /** Links between the blocks of one hash. */
  private final int[] nextEqual;

  private final int[] previousEqual;
  private int size;

  PrefixIndex(int numBlocks) {
    hashes = new @Nullable BlockHash[numBlocks];
    nextEqual = new int[numBlocks];
    previousEqual = new int[numBlocks];
  }

  /** Number of blocks that can be found. */
  int size() {
    return size;
  }

  /** A block with this content, or {@link BlockPool#NULL_BLOCK}. */
  int find(BlockHash hash) {
    return firstByHash.getOrDefault(hash, BlockPool.NULL_BLOCK);
  }

  boolean contains(int block) {
    return hashes[block] != null;
  }

  void add(int block, BlockHash hash) {
    Integer first = firstByHash.putIfAbsent(hash, block);
    hashes[block] = hash;
    if (first == null) {
      nextEqual[block] = NONE;
      previousEqual[block] = NONE;
    } else {
      link(block, nextEqual[first]);
      link(first, block);
    }
    size++;
  }

  /** Removes a block; without effect if it is not in the index. */
  void remove(int block) {
    BlockHash hash = hashes[block];
    if (hash == null) {
      return;
    }
    int previous = previousEqual[block];
    int next = nextEqual[block];
    if (previous != NONE) {
      link(previous, next);
    } else if (next != NONE) {
      firstByHash.put(hash, next);
      previousEqual[next] = NONE;
    } else {
      firstByHash.remove(hash);
    }
    hashes[block] = null;
    size--;
  }

  private void link(int previous, int next) {
    nextEqual[previous] = next;
    if (next != NONE) {
      previousEqual[next] = previous;
    }
  }

  void checkIntegrity() {
    int reached = 0;
    for (Map.Entry<BlockHash, Integer> entry : firstByHash.entrySet()) {
      int previous = NONE;
      for (int block = entry.getValue(); block != NONE; block = nextEqual[block]) {
        Integrity.check(
            Objects.equals(entry.getKey(), hashes[block]),
            "found under a wrong hash",
            "block",
            block);
        Integrity.check(
            previousEqual[block] == previous, "broken link between equals", "block", block);
        Integrity.check(++reached <= size, "index larger than its size", "size", size);
        previous = block;
      }
    }
    Integrity.check(reached == size, "index smaller than its size " + size, "reached", reached);
  }
}
