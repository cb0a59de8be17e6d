// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;

/** All rows of a source as one. */
record VectorView(WeightSource matrix) implements WeightSource {
  VectorView {
    matrix.dtype().rowBytes(matrix.columns());
  }

  @Override
  public String name() {
    return matrix.name();
  }

  @Override
  public DType dtype() {
    return matrix.dtype();
  }

  @Override
  public long rows() {
    return 1;
  }

  @Override
  public long columns() {
    return matrix.elements();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    Objects.checkFromIndexSize(fromRow, rowCount, 1L);
    if (rowCount == 1) {
      matrix.readFloats(0, Math.toIntExact(matrix.rows()), target);
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return matrix.mapped();
  }
}
