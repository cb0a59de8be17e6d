// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.Weight;
import org.jspecify.annotations.Nullable;

/** A float32 weight [rows, columns] in memory of torch's, or in a mapped file. */
final class TorchWeight implements Weight {
  private final String name;
  private final int rows;
  private final int columns;
  private final IValue value;
  private final boolean transposed;
  private final @Nullable PtNDArray mapping;
  private boolean closed;

  /**
   * @param value the tensor; owned
   * @param transposed whether the tensor is [columns, rows]
   * @param mapping keeps the file mapped that the tensor lies in, or null; owned
   */
  TorchWeight(
      String name,
      int rows,
      int columns,
      IValue value,
      boolean transposed,
      @Nullable PtNDArray mapping) {
    this.name = name;
    this.rows = rows;
    this.columns = columns;
    this.value = value;
    this.transposed = transposed;
    this.mapping = mapping;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  IValue value() {
    if (closed) {
      throw new IllegalStateException("the weight is closed: " + this);
    }
    return value;
  }

  /** Whether the tensor is [columns, rows]. */
  boolean transposed() {
    return transposed;
  }

  @Override
  public String toString() {
    return name + " [" + rows + ", " + columns + "]";
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    value.close();
    if (mapping != null) {
      mapping.close();
    }
  }
}
