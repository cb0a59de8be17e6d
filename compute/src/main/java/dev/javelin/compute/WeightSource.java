// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a weight's values come from: a matrix [rows, columns] in some type, read on demand. A
 * vector is a matrix of one row. Sources are cheap views; nothing is copied until a backend reads.
 * Safe for many threads.
 */
public interface WeightSource {
  /** The tensor's name in its file, for messages. */
  String name();

  /** The type of the stored elements. */
  DType dtype();

  /** Rows: output features of a linear layer, entries of an embedding table, 1 for a vector. */
  long rows();

  /** Columns: the contiguous dimension. */
  long columns();

  /** Number of elements. */
  default long elements() {
    return Math.multiplyExact(rows(), columns());
  }

  /**
   * Reads rows {@code [fromRow, fromRow + rowCount)} widened to float32, row-major, into {@code
   * target} at its position, which advances.
   */
  void readFloats(long fromRow, int rowCount, FloatBuffer target);

  /**
   * The stored bytes, if they lie row-major and contiguous in a mapped file and mean what {@link
   * #dtype} says without further change.
   */
  Optional<MappedBytes> mapped();

  /**
   * The rows {@code [from, from + count)} as a matrix of their own. Shares the mapping.
   *
   * @throws IndexOutOfBoundsException if there are not that many rows
   */
  default WeightSource rows(long from, long count) {
    return new RowsView(this, from, count);
  }

  /**
   * The columns {@code [from, from + count)} as a matrix of their own, as F32; not mapped.
   *
   * @throws IndexOutOfBoundsException if there are not that many columns
   */
  default WeightSource columns(long from, long count) {
    return new ColumnsView(this, from, count);
  }

  /**
   * All elements in one row. Shares the mapping.
   *
   * @throws IllegalArgumentException if a row is not a whole number of blocks of the type
   */
  default WeightSource vector() {
    return rows() == 1 ? this : new VectorView(this);
  }

  /**
   * The matrix with rows and columns exchanged; not mapped. Blocks no longer lie along its rows, so
   * a quantised type becomes F32. Reading a few rows at a time reads the whole matrix each time.
   */
  default WeightSource transposed() {
    return new TransposedView(this);
  }

  /** Every element plus a constant, as F32; not mapped. */
  default WeightSource plus(float addend) {
    return new ShiftedView(this, addend);
  }

  /**
   * Matrices of equal width and type under one another; not mapped.
   *
   * @param name the name of the whole, for messages
   * @throws IllegalArgumentException if there are none, or widths or types differ
   */
  static WeightSource stacked(String name, List<WeightSource> parts) {
    return new StackedView(name, parts);
  }

  /** A contiguous range of a memory-mapped file. */
  interface MappedBytes {
    /** The file, for backends that map it natively. */
    Path file();

    /** Where the range begins in the file, in bytes. */
    long fileOffset();

    /** Length of the range in bytes; may be over 2 GiB. */
    long byteSize();

    /**
     * A read-only little-endian view of {@code [offset, offset + length)} of the range, sharing the
     * mapping.
     */
    ByteBuffer slice(long offset, int length);

    /** The part {@code [offset, offset + length)} of the range. */
    default MappedBytes range(long offset, long length) {
      return new MappedRange(this, offset, length);
    }
  }
}
