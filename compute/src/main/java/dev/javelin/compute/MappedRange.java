// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import dev.javelin.compute.WeightSource.MappedBytes;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/** A part of a mapped range. */
record MappedRange(MappedBytes whole, long offset, long byteSize) implements MappedBytes {
  MappedRange {
    Objects.checkFromIndexSize(offset, byteSize, whole.byteSize());
  }

  @Override
  public Path file() {
    return whole.file();
  }

  @Override
  public long fileOffset() {
    return whole.fileOffset() + offset;
  }

  @Override
  public ByteBuffer slice(long sliceOffset, int length) {
    Objects.checkFromIndexSize(sliceOffset, length, byteSize);
    return whole.slice(offset + sliceOffset, length);
  }
}
