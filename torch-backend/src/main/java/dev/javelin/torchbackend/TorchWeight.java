// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.Weight;
import org.jspecify.annotations.Nullable;

/**
 * A float32 weight [rows, columns] in memory of torch's, or in a mapped file.
 *
 * <p>Torch's matrix product rearranges a factor [out, in] anew at each call, but not [in, out]. So
 * a matrix in torch's memory is transposed when it is first multiplied by, unless rows are gathered
 * from it too; its first form is then released.
 */
final class TorchWeight implements Weight {
  private final String name;
  private final int rows;
  private final int columns;
  private final @Nullable PtNDArray mapping;
  private IValue value;
  private boolean transposed;
  private boolean table;
  private boolean closed;

  /**
   * @param value the tensor; owned
   * @param mapping keeps the file mapped that the tensor lies in, or null; owned
   */
  TorchWeight(String name, int rows, int columns, IValue value, @Nullable PtNDArray mapping) {
    this.name = name;
    this.rows = rows;
    this.columns = columns;
    this.value = value;
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

  /** The vector of a norm or a bias: [1, columns]. */
  IValue vector() {
    checkOpen();
    return value;
  }

  /** The table to gather rows from: [rows, columns]. */
  IValue table(TorchProgram program) {
    checkOpen();
    table = true;
    if (transposed) {
      transpose(program);
    }
    return value;
  }

  /** The factor of a linear layer: [columns, rows] if {@link #transposed}, else [rows, columns]. */
  IValue factor(TorchProgram program) {
    checkOpen();
    if (!transposed && !table && mapping == null && rows > 1) {
      transpose(program);
    }
    return value;
  }

  /** Whether {@link #factor} is transposed; ask after it. */
  boolean transposed() {
    return transposed;
  }

  private void transpose(TorchProgram program) {
    IValue other = program.call("transpose", value);
    value.close();
    value = other;
    transposed = !transposed;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the weight is closed: " + this);
    }
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
