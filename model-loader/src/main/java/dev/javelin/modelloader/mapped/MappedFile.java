// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.mapped;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A whole file, mapped read-only in overlapping pieces, so that files and ranges may be larger than
 * one buffer. Mapping costs address space, not memory.
 */
public final class MappedFile {
  /** Where pieces begin: at multiples of 1 GiB. A piece is twice as long as its distance. */
  private static final long STRIDE = 1L << 30;

  private static final long LONGEST_PIECE = Integer.MAX_VALUE;

  private final Path path;
  private final long size;
  private final List<MappedByteBuffer> pieces;

  private MappedFile(Path path, long size, List<MappedByteBuffer> pieces) {
    this.path = path;
    this.size = size;
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Maps a file.
   *
   * @throws ModelLoadException if it is not a file that can be read
   */
  public static MappedFile open(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new ModelLoadException("not a file: file=" + path);
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      List<MappedByteBuffer> pieces = new ArrayList<>();
      for (long begin = 0; begin < size; begin += STRIDE) {
        pieces.add(channel.map(MapMode.READ_ONLY, begin, Math.min(size - begin, LONGEST_PIECE)));
      }
      return new MappedFile(path, size, pieces);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** The file's path. */
  public Path path() {
    return path;
  }

  /** The file's length in bytes when it was opened. */
  public long size() {
    return size;
  }

  /**
   * A read-only little-endian view of a range.
   *
   * @throws IndexOutOfBoundsException if the file does not hold the range
   */
  public ByteBuffer slice(long offset, int length) {
    Objects.checkFromIndexSize(offset, length, size);
    if (length == 0) {
      return ByteBuffer.allocate(0).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
    MappedByteBuffer piece = pieces.get((int) (offset / STRIDE));
    int begin = (int) (offset % STRIDE);
    ByteBuffer view =
        length <= piece.capacity() - begin ? piece.slice(begin, length) : map(offset, length);
    return view.order(ByteOrder.LITTLE_ENDIAN);
  }

  private ByteBuffer map(long offset, int length) {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return channel.map(MapMode.READ_ONLY, offset, length);
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  private static ModelLoadException unreadable(Path path, IOException cause) {
    return new ModelLoadException(
        "the file cannot be read: file=%s, cause=%s".formatted(path, cause), cause);
  }
}
