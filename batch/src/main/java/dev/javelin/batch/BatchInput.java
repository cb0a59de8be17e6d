// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a file as bytes, blank ones left out, none longer than a limit. One thread. */
final class BatchInput implements AutoCloseable {
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final int maxLineBytes;
  private long number;

  BatchInput(Path file, int maxLineBytes) throws IOException {
    this.in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    this.maxLineBytes = maxLineBytes;
    skipByteOrderMark();
  }

  private void skipByteOrderMark() throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    for (byte expected : BYTE_ORDER_MARK) {
      if (in.read() != (expected & 0xff)) {
        in.reset();
        return;
      }
    }
  }

  /**
   * A line.
   *
   * @param number counted from 1, blank lines included
   * @param bytes without the line's end; as many as the limit allows
   * @param tooLong whether the line was longer than the limit
   */
  record Line(long number, byte[] bytes, boolean tooLong) {}

  /** The next line that is not blank, or null at the end. */
  @Nullable Line next() throws IOException {
    while (true) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      boolean tooLong = false;
      int b = in.read();
      if (b < 0) {
        return null;
      }
      number++;
      for (; b >= 0 && b != '\n'; b = in.read()) {
        if (line.size() < maxLineBytes) {
          line.write(b);
        } else {
          tooLong = true;
        }
      }
      byte[] bytes = line.toByteArray();
      if (tooLong || !isBlank(bytes)) {
        return new Line(number, bytes, tooLong);
      }
    }
  }

  private static boolean isBlank(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
