// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The cache blocks of an attention: used where they lie if they lie together, else gathered.
 *
 * @param listed ids to gather, or null: all blocks {@code [first, first + count)} of the cache
 * @param first id of the first one; 0 if listed
 * @param count number of blocks
 */
record BlockSpan(int @Nullable [] listed, int first, int count) {
  /** The given blocks in their order. */
  static BlockSpan inOrder(int[] ids) {
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] != ids[0] + i) {
        return new BlockSpan(ids, 0, ids.length);
      }
    }
    return new BlockSpan(null, ids[0], ids.length);
  }

  /**
   * The given blocks among others, if none is there twice and at least every second one is wanted:
   * multiplying a stranger's block costs less than copying one's own. Else the given blocks in
   * their order.
   */
  static BlockSpan covering(int[] ids) {
    int[] sorted = ids.clone();
    Arrays.sort(sorted);
    int first = sorted[0];
    int count = sorted[sorted.length - 1] - first + 1;
    boolean shared = false;
    for (int i = 1; i < sorted.length; i++) {
      shared |= sorted[i] == sorted[i - 1];
    }
    return shared || count > 2L * ids.length
        ? new BlockSpan(ids, 0, ids.length)
        : new BlockSpan(null, first, count);
  }

  /** The tuple that the ops take; the arena owns it. */
  IValue value(TorchProgram program, Arena arena) {
    IValue ids =
        listed == null
            ? program.none()
            : arena.own(program.longs(Arrays.stream(listed).asLongStream().toArray()));
    IValue start = arena.own(IValue.from((long) first));
    IValue length = arena.own(IValue.from((long) count));
    return arena.own(IValue.tupleFrom(ids, start, length));
  }
}
