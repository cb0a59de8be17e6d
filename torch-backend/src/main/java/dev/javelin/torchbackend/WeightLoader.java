// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.DType;
import dev.javelin.compute.WeightSource;
import dev.javelin.compute.WeightSource.MappedBytes;
import dev.javelin.engineapi.UnsupportedModelException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes weights: wraps mapped float32 where it lies, and widens everything else straight into
 * torch's memory, so that no weight is ever on the Java heap or among Java's direct buffers.
 */
final class WeightLoader {
  /** Floats are read in pieces of about so many bytes: few calls, and the pages are still warm. */
  private static final long PIECE_BYTES = 8L << 20;

  private static final Set<DType> TYPES =
      Collections.unmodifiableSet(
          EnumSet.complementOf(
              EnumSet.of(DType.I8, DType.I16, DType.I32, DType.I64, DType.U8, DType.BOOL)));

  private final TorchProgram program;

  WeightLoader(TorchProgram program) {
    this.program = program;
  }

  /** Types that are real numbers or blocks of them. */
  static Set<DType> types() {
    return TYPES;
  }

  /** Bytes of torch's memory that a source will take. */
  static long bytes(WeightSource source) {
    return wrappable(source) ? 0 : Math.multiplyExact(source.elements(), (long) Float.BYTES);
  }

  TorchWeight load(WeightSource source) {
    if (!TYPES.contains(source.dtype())) {
      throw new UnsupportedModelException(
          "backend torch has no weights of this type: name="
              + source.name()
              + ", dtype="
              + source.dtype()
              + ", expected one of "
              + TYPES);
    }
    int rows = Math.toIntExact(source.rows());
    int columns = Math.toIntExact(source.columns());
    return wrappable(source) ? wrap(source, rows, columns) : read(source, rows, columns);
  }

  private static boolean wrappable(WeightSource source) {
    return source.dtype() == DType.F32
        && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
        && source
            .mapped()
            .filter(
                bytes ->
                    bytes.byteSize() > 0
                        && bytes.byteSize() <= Integer.MAX_VALUE
                        && bytes.byteSize() == source.elements() * Float.BYTES
                        && bytes.fileOffset() % Float.BYTES == 0)
            .isPresent();
  }

  private TorchWeight wrap(WeightSource source, int rows, int columns) {
    MappedBytes bytes = source.mapped().orElseThrow();
    ByteBuffer memory = bytes.slice(0, Math.toIntExact(bytes.byteSize()));
    PtNDArray array = program.manager().create(memory, new Shape(rows, columns), DataType.FLOAT32);
    return new TorchWeight(source.name(), rows, columns, IValue.from(array), array);
  }

  private TorchWeight read(WeightSource source, int rows, int columns) {
    IValue value = program.empty(rows, columns);
    try {
      int rowsAtOnce = (int) Math.max(1, PIECE_BYTES / Math.max(1, (long) columns * Float.BYTES));
      for (int row = 0; row < rows && columns > 0; row += rowsAtOnce) {
        fill(source, value, row, Math.min(rowsAtOnce, rows - row));
      }
      return new TorchWeight(source.name(), rows, columns, value, null);
    } catch (RuntimeException | Error e) {
      value.close();
      throw e;
    }
  }

  private void fill(WeightSource source, IValue target, int fromRow, int count) {
    program.withRows(
        target,
        fromRow,
        count,
        memory -> {
          FloatBuffer floats = memory.asFloatBuffer();
          source.readFloats(fromRow, count, floats);
          if (floats.hasRemaining()) {
            throw new IllegalStateException(
                "a weight's source gave too few values: name="
                    + source.name()
                    + ", rows=["
                    + fromRow
                    + ", "
                    + (fromRow + count)
                    + "), missing="
                    + floats.remaining());
          }
          return floats;
        });
  }
}
