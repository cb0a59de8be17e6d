// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.DType;
import dev.javelin.compute.WeightSource;
import java.nio.FloatBuffer;
import java.util.Optional;

/** Stands in for a weight that is missing until {@link WeightMap#verify} reports it. */
record Absent(String name, long rows, long columns) implements WeightSource {
  @Override
  public DType dtype() {
    return DType.F32;
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    throw new IllegalStateException("weight is missing: " + name);
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.empty();
  }
}
