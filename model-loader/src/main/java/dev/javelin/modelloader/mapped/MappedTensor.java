// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.mapped;

import dev.javelin.compute.DType;
import dev.javelin.compute.WeightSource;
import dev.javelin.compute.dtype.FloatDecoder;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * A tensor in a mapped file, as a matrix.
 *
 * @param name its name in the file
 * @param dtype the type of its elements
 * @param shape its dimensions; the last is a whole number of blocks
 * @param storage the file that holds it
 * @param fileOffset where it begins in the file, in bytes
 */
public record MappedTensor(
    String name, DType dtype, TensorShape shape, MappedFile storage, long fileOffset)
    implements WeightSource, WeightSource.MappedBytes {
  /** Elements decoded from one slice; a whole number of blocks of every type. */
  private static final int SLICE_ELEMENTS = 1 << 20;

  public MappedTensor {
    long bytes = shape.rows() * dtype.rowBytes(shape.columns());
    Objects.checkFromIndexSize(fileOffset, bytes, storage.size());
  }

  @Override
  public long rows() {
    return shape.rows();
  }

  @Override
  public long columns() {
    return shape.columns();
  }

  @Override
  public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
    Objects.checkFromIndexSize(fromRow, rowCount, rows());
    long elements = Math.multiplyExact((long) rowCount, columns());
    Objects.checkFromIndexSize(0, elements, target.remaining());
    FloatDecoder decoder = FloatDecoder.of(dtype);
    long offset = fromRow * dtype.rowBytes(columns());
    for (long done = 0; done < elements; done += SLICE_ELEMENTS) {
      int count = (int) Math.min(SLICE_ELEMENTS, elements - done);
      int bytes = (int) dtype.rowBytes(count);
      decoder.decode(slice(offset, bytes), count, target);
      offset += bytes;
    }
  }

  @Override
  public Optional<MappedBytes> mapped() {
    return Optional.of(this);
  }

  @Override
  public Path file() {
    return storage.path();
  }

  @Override
  public long byteSize() {
    return shape.rows() * dtype.rowBytes(shape.columns());
  }

  @Override
  public ByteBuffer slice(long offset, int length) {
    Objects.checkFromIndexSize(offset, length, byteSize());
    return storage.slice(fileOffset + offset, length);
  }
}
