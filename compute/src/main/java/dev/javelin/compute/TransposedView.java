// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.Objects;
import java.util.Optional;

/** A source with rows and columns exchanged. */
record TransposedView(WeightSource original) implements WeightSource {
  /** Elements of the original that are read at once, unless one row has more. */
  private static final int CHUNK_ELEMENTS = 1 << 18;

  @Override
  public String name() {
    return original.name();
  }

  @Override
  public DType dtype() {
    return original.dtype().blockElements() == 1 ? original.dtype() : DType.F32;
  }

  @Override
  public long rows() {
    return original.columns();
  }

  @Override
  public long columns() {
    return original.rows();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    Objects.checkFromIndexSize(fromRow, rowCount, rows());
    int width = Math.toIntExact(columns());
    if (rowCount == 0 || width == 0) {
      return;
    }
    int height = Math.toIntExact(rows());
    int first = Math.toIntExact(fromRow);
    FloatBuffer out = target.slice().limit(Math.multiplyExact(rowCount, width));
    int chunk = Math.min(width, Math.max(1, CHUNK_ELEMENTS / height));
    float[] values = new float[Math.multiplyExact(chunk, height)];
    for (int column = 0; column < width; column += chunk) {
      int count = Math.min(chunk, width - column);
      original.readFloats(column, count, FloatBuffer.wrap(values, 0, count * height));
      for (int row = 0; row < rowCount; row++) {
        for (int i = 0; i < count; i++) {
          out.put(row * width + column + i, values[i * height + first + row]);
        }
      }
    }
    target.position(target.position() + rowCount * width);
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }

  @Override
  public WeightSource transposed() {
    return original;
  }
}
