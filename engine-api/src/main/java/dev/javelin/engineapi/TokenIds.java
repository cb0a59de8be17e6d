// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;

/**
 * An immutable list of token ids that stores them as {@code int}s: a {@code List<Integer>} without
 * the boxes.
 */
public final class TokenIds extends AbstractList<Integer> implements RandomAccess {
  private static final TokenIds EMPTY = new TokenIds(new int[0], 0, 0);

  private final int[] ids;
  private final int from;
  private final int size;

  private TokenIds(int[] ids, int from, int size) {
    this.ids = ids;
    this.from = from;
    this.size = size;
  }

  /** The empty list. */
  public static TokenIds empty() {
    return EMPTY;
  }

  /** A list of the given ids, which are copied. */
  public static TokenIds of(int... ids) {
    return ids.length == 0 ? EMPTY : new TokenIds(ids.clone(), 0, ids.length);
  }

  /** A list of {@code ids[from..to)}, which are copied. */
  public static TokenIds copyOfRange(int[] ids, int from, int to) {
    return from == to ? EMPTY : new TokenIds(Arrays.copyOfRange(ids, from, to), 0, to - from);
  }

  /** A list of the given ids; returns the argument itself if it is a {@code TokenIds}. */
  public static TokenIds copyOf(Collection<Integer> ids) {
    if (ids instanceof TokenIds same) {
      return same;
    }
    return of(ids.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The id at a position, unboxed. */
  public int getInt(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index out of range: index=" + index + ", size=" + size);
    }
    return ids[from + index];
  }

  @Override
  public Integer get(int index) {
    return getInt(index);
  }

  @Override
  public int size() {
    return size;
  }

  /** The ids {@code [fromIndex..toIndex)}, sharing this list's storage. */
  @Override
  public TokenIds subList(int fromIndex, int toIndex) {
    if (fromIndex < 0 || toIndex > size || fromIndex > toIndex) {
      throw new IndexOutOfBoundsException(
          "range out of bounds: from=" + fromIndex + ", to=" + toIndex + ", size=" + size);
    }
    return new TokenIds(ids, from + fromIndex, toIndex - fromIndex);
  }

  /** This list followed by another. */
  public TokenIds concat(List<Integer> other) {
    TokenIds tail = copyOf(other);
    int[] all = Arrays.copyOfRange(ids, from, from + size + tail.size);
    System.arraycopy(tail.ids, tail.from, all, size, tail.size);
    return new TokenIds(all, 0, all.length);
  }

  /** A new array with the ids. */
  public int[] toIntArray() {
    return Arrays.copyOfRange(ids, from, from + size);
  }

  /** Copies all ids to {@code target[offset..offset + size())}. */
  public void copyTo(int[] target, int offset) {
    System.arraycopy(ids, from, target, offset, size);
  }
}
