// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.mapped.MappedFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads a mapped file from front to back. What a read would need beyond the end of the file is
 * refused before it is allocated. For one thread.
 */
final class GgufCursor {
  private static final int WINDOW_BYTES = 1 << 26;

  private final MappedFile file;
  private ByteBuffer window;
  private long windowBegin;

  GgufCursor(MappedFile file) {
    this.file = file;
    this.window = file.slice(0, (int) Math.min(WINDOW_BYTES, file.size()));
  }

  long position() {
    return windowBegin + window.position();
  }

  long remaining() {
    return file.size() - position();
  }

  /**
   * Reads an unsigned byte.
   *
   * @param what what is read, for messages
   */
  int u8(String what) {
    return at(1, what).get() & 0xff;
  }

  int i8(String what) {
    return at(1, what).get();
  }

  int u16(String what) {
    return at(2, what).getShort() & 0xffff;
  }

  int i16(String what) {
    return at(2, what).getShort();
  }

  int i32(String what) {
    return at(4, what).getInt();
  }

  long u32(String what) {
    return Integer.toUnsignedLong(i32(what));
  }

  /** Eight bytes; unsigned ones above the range of a long come out negative. */
  long i64(String what) {
    return at(8, what).getLong();
  }

  float f32(String what) {
    return at(4, what).getFloat();
  }

  double f64(String what) {
    return at(8, what).getDouble();
  }

  /** A string: its length in eight bytes, then UTF-8, whose malformed parts become U+FFFD. */
  String string(String what) {
    long length = i64(what);
    if (length < 0 || length > remaining() || length > Integer.MAX_VALUE / 2) {
      throw new ModelLoadException(
          "a string's length goes past the end of the file: file=%s, at=%d, reading %s, length=%s"
              .formatted(file.path(), position() - 8, what, Long.toUnsignedString(length)));
    }
    byte[] bytes = new byte[(int) length];
    at(bytes.length, what).get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private ByteBuffer at(int bytes, String what) {
    if (window.remaining() < bytes) {
      if (remaining() < bytes) {
        throw new ModelLoadException(
            "unexpected end of the file, it is truncated: file=%s, at=%d, reading %s, fileBytes=%d"
                .formatted(file.path(), position(), what, file.size()));
      }
      windowBegin = position();
      long length = Math.min(Math.max(WINDOW_BYTES, bytes), remaining());
      window = file.slice(windowBegin, (int) length);
    }
    return window;
  }
}
