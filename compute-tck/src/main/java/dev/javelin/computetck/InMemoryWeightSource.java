// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.DType;
import dev.javelin.compute.WeightSource;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An F32 weight source over a matrix. Records which rows were read. */
public final class InMemoryWeightSource implements WeightSource {
  private final String name;
  private final Matrix matrix;
  private final List<Read> reads = new ArrayList<>();

  /**
   * A call of {@link #readFloats}.
   *
   * @param fromRow first row
   * @param rowCount number of rows
   * @param direct whether the target was outside the Java heap
   */
  public record Read(long fromRow, int rowCount, boolean direct) {}

  public InMemoryWeightSource(String name, Matrix matrix) {
    this.name = name;
    this.matrix = matrix;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public DType dtype() {
    return DType.F32;
  }

  @Override
  public long rows() {
    return matrix.rows();
  }

  @Override
  public long columns() {
    return matrix.columns();
  }

  @Override
  public synchronized void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    reads.add(new Read(fromRow, rowCount, target.isDirect()));
    int from = Math.toIntExact(fromRow) * matrix.columns();
    for (int i = 0; i < rowCount * matrix.columns(); i++) {
      target.put((float) matrix.data()[from + i]);
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }

  /** What was read so far, in order. */
  public synchronized List<Read> reads() {
    return List.copyOf(reads);
  }
}
