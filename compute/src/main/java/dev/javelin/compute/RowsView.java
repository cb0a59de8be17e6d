// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;

/** Some rows of a source. */
record RowsView(WeightSource whole, long from, long rows) implements WeightSource {
  RowsView {
    Objects.checkFromIndexSize(from, rows, whole.rows());
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public DType dtype() {
    return whole.dtype();
  }

  @Override
  public long columns() {
    return whole.columns();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    Objects.checkFromIndexSize(fromRow, rowCount, rows);
    whole.readFloats(from + fromRow, rowCount, target);
  }

  @Override
  public Optional<MappedBytes> mapped() {
    long rowBytes = dtype().rowBytes(columns());
    return whole.mapped().map(bytes -> bytes.range(from * rowBytes, rows * rowBytes));
  }

  @Override
  public WeightSource rows(long fromRow, long count) {
    Objects.checkFromIndexSize(fromRow, count, rows);
    return new RowsView(whole, from + fromRow, count);
  }
}
