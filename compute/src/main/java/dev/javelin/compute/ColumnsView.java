// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;

/** Some columns of a source, as F32. */
record ColumnsView(WeightSource whole, long from, long columns) implements WeightSource {
  ColumnsView {
    Objects.checkFromIndexSize(from, columns, whole.columns());
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public DType dtype() {
    return DType.F32;
  }

  @Override
  public long rows() {
    return whole.rows();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    FloatBuffer row = FloatBuffer.allocate(Math.toIntExact(whole.columns()));
    for (int i = 0; i < rowCount; i++) {
      whole.readFloats(fromRow + i, 1, row.clear());
      target.put(row.slice(Math.toIntExact(from), Math.toIntExact(columns)));
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }
}
