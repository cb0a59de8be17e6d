// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import java.util.Arrays;

/**
 * Distinct token ids, in the order of their first appearance, with a count each. Adding an id takes
 * constant time, however many there are, and memory grows with the distinct ids only.
 */
final class TokenCounts {
  private static final int INITIAL_CAPACITY = 16;

  private int[] ids = new int[INITIAL_CAPACITY];
  private int[] counts = new int[INITIAL_CAPACITY];
  private int size;

  /**
   * Open addressing over {@code ids}: index + 1, 0 where free; a power of two, at most half full.
   */
  private int[] slots = new int[2 * INITIAL_CAPACITY];

  /** Raises the count of {@code id} by {@code amount}; an amount of 0 only makes the id known. */
  void add(int id, int amount) {
    int slot = slot(id);
    if (slots[slot] != 0) {
      counts[slots[slot] - 1] += amount;
      return;
    }
    if (size == ids.length) {
      grow();
      slot = slot(id);
    }
    ids[size] = id;
    counts[size] = amount;
    slots[slot] = ++size;
  }

  /** The slot that holds {@code id}, or the free one that it would take. */
  private int slot(int id) {
    int mask = slots.length - 1;
    int slot = (id * 0x9E3779B9 >>> 7) & mask;
    while (slots[slot] != 0 && ids[slots[slot] - 1] != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    ids = Arrays.copyOf(ids, 2 * size);
    counts = Arrays.copyOf(counts, 2 * size);
    slots = new int[4 * size];
    for (int i = 0; i < size; i++) {
      slots[slot(ids[i])] = i + 1;
    }
  }

  /** Number of distinct ids. */
  int size() {
    return size;
  }

  /** The id that appeared as number {@code index}. */
  int id(int index) {
    return ids[index];
  }

  /** The count of {@link #id(int) id(index)}. */
  int count(int index) {
    return counts[index];
  }
}
