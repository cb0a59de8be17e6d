// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hashes of one sequence's full blocks, extended as tokens come in. */
final class BlockHashChain {
  private final BlockHasher hasher;
  private final @Nullable String loraName;
  private final @Nullable String cacheSalt;
  private final int[] tail;
  private int tailLength;
  private BlockHash parent;
  private final List<BlockHash> hashes = new ArrayList<>();

  BlockHashChain(
      BlockHasher hasher,
      BlockHash root,
      int blockSize,
      @Nullable String loraName,
      @Nullable String cacheSalt) {
    this.hasher = hasher;
    this.loraName = loraName;
    this.cacheSalt = cacheSalt;
    tail = new int[blockSize];
    parent = root;
  }

  void append(int token) {
    tail[tailLength++] = token;
    if (tailLength == tail.length) {
      parent = hasher.hash(parent, tail, loraName, hashes.isEmpty() ? cacheSalt : null);
      hashes.add(parent);
      tailLength = 0;
    }
  }

  /** Number of full blocks. */
  int size() {
    return hashes.size();
  }

  BlockHash get(int block) {
    return hashes.get(block);
  }
}
