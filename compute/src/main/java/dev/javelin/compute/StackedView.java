// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Sources of equal width and type under one another. */
record StackedView(String name, List<WeightSource> parts) implements WeightSource {
  StackedView {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a stack needs a part: name=" + name);
    }
    WeightSource first = parts.get(0);
    for (WeightSource part : parts) {
      if (part.columns() != first.columns() || part.dtype() != first.dtype()) {
        throw new IllegalArgumentException(
            "parts of a stack must agree: name=%s, %s has columns=%d and type=%s, %s has %d and %s"
                .formatted(
                    name,
                    first.name(),
                    first.columns(),
                    first.dtype(),
                    part.name(),
                    part.columns(),
                    part.dtype()));
      }
    }
  }

  @Override
  public DType dtype() {
    return parts.get(0).dtype();
  }

  @Override
  public long rows() {
    return parts.stream().mapToLong(WeightSource::rows).reduce(0, Math::addExact);
  }

  @Override
  public long columns() {
    return parts.get(0).columns();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    Objects.checkFromIndexSize(fromRow, rowCount, rows());
    long begin = 0;
    for (WeightSource part : parts) {
      long end = begin + part.rows();
      long from = Math.max(fromRow, begin);
      long to = Math.min(fromRow + rowCount, end);
      if (from < to) {
        part.readFloats(from - begin, (int) (to - from), target);
      }
      begin = end;
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }
}
