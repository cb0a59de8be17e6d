// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.FloatBuffer;
import java.util.Optional;

/** A source with a constant added to every element, in float32. */
record ShiftedView(WeightSource original, float addend) implements WeightSource {
  @Override
  public String name() {
    return original.name();
  }

  @Override
  public DType dtype() {
    return DType.F32;
  }

  @Override
  public long rows() {
    return original.rows();
  }

  @Override
  public long columns() {
    return original.columns();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    int begin = target.position();
    original.readFloats(fromRow, rowCount, target);
    for (int i = begin; i < target.position(); i++) {
      target.put(i, target.get(i) + addend);
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }
}
