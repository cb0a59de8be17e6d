// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.util.Arrays;

/**
 * The free blocks in eviction order: the head is used next. A doubly linked list whose links lie in
 * two arrays, so that a block leaves from anywhere in constant time and nothing is allocated.
 */
final class FreeBlockQueue {
  private static final int NOT_QUEUED = -1;

  /** Index of the list's two ends, which is no block. */
  private final int end;

  private final int[] next;
  private final int[] previous;
  private int size;

  /** An empty queue for the blocks {@code 0..numBlocks - 1}. */
  FreeBlockQueue(int numBlocks) {
    end = numBlocks;
    next = new int[numBlocks + 1];
    previous = new int[numBlocks + 1];
    Arrays.fill(next, NOT_QUEUED);
    Arrays.fill(previous, NOT_QUEUED);
    next[end] = end;
    previous[end] = end;
  }

  int size() {
    return size;
  }

  boolean contains(int block) {
    return next[block] != NOT_QUEUED;
  }

  void append(int block) {
    int last = previous[end];
    next[last] = block;
    previous[block] = last;
    next[block] = end;
    previous[end] = block;
    size++;
  }

  /** Removes and returns the head of a queue that is not empty. */
  int pop() {
    int head = next[end];
    remove(head);
    return head;
  }

  void remove(int block) {
    next[previous[block]] = next[block];
    previous[next[block]] = previous[block];
    next[block] = NOT_QUEUED;
    previous[block] = NOT_QUEUED;
    size--;
  }

  /** The blocks from head to tail. */
  int[] toArray() {
    int[] blocks = new int[size];
    int block = next[end];
    for (int i = 0; i < size; i++, block = next[block]) {
      blocks[i] = block;
    }
    return blocks;
  }

  void checkIntegrity() {
    int count = 0;
    for (int block = next[end]; block != end; block = next[block]) {
      Integrity.check(previous[next[block]] == block, "broken back link", "block", block);
      Integrity.check(++count <= size, "free list longer than its size", "size", size);
    }
    Integrity.check(count == size, "free list shorter than its size " + size, "counted", count);
  }
}
