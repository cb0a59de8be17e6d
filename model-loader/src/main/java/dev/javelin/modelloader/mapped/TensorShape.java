// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.mapped;

import java.util.List;

/**
 * Dimensions of a tensor, outermost first; none for a scalar. Even with zeros read as ones, the
 * elements at 16 bytes each fit a long, so that no size computed from a shape overflows.
 */
public record TensorShape(List<Long> dimensions) {
  private static final long MOST_ELEMENTS = Long.MAX_VALUE / 16;

  /**
   * Checks the dimensions.
   *
   * @throws IllegalArgumentException if one is negative or the product too large
   */
  public TensorShape {
    dimensions = List.copyOf(dimensions);
    long product = 1;
    for (long dimension : dimensions) {
      if (dimension < 0) {
        throw new IllegalArgumentException("a dimension is negative: shape=" + dimensions);
      }
      long factor = Math.max(1, dimension);
      if (product > MOST_ELEMENTS / factor) {
        throw new IllegalArgumentException("the number of elements overflows: shape=" + dimensions);
      }
      product *= factor;
    }
  }

  /** Number of elements; 1 for a scalar. */
  public long elements() {
    return rows() * columns();
  }

  /** All dimensions but the last multiplied. */
  public long rows() {
    return dimensions.stream()
        .limit(Math.max(0, dimensions.size() - 1))
        .reduce(1L, (a, b) -> a * b);
  }

  /** The last dimension; 1 for a scalar. */
  public long columns() {
    return dimensions.isEmpty() ? 1 : dimensions.get(dimensions.size() - 1);
  }

  /** The dimensions in a new array. */
  public long[] toArray() {
    return dimensions.stream().mapToLong(Long::longValue).toArray();
  }

  @Override
  public String toString() {
    return dimensions.toString();
  }
}
