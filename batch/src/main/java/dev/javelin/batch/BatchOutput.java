// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Response lines on their way to a file that appears when all of them are there. Until then they
 * are in a file beside it whose name ends in {@code .partial}. Links, pipes and devices are written
 * to directly: they are not ours to replace. One thread.
 */
final class BatchOutput implements AutoCloseable {
  private final Path file;
  private final Path partial;
  private final Writer writer;

  BatchOutput(Path file) throws IOException {
    this.file = file;
    boolean direct = Files.exists(file) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    this.partial = direct ? file : file.resolveSibling(file.getFileName() + ".partial");
    this.writer = Files.newBufferedWriter(partial);
  }

  void writeLine(String line) throws IOException {
    writer.write(line);
    writer.write('\n');
    writer.flush();
  }

  /** Lets the file appear, in place of one that may have been there. */
  void commit() throws IOException {
    writer.close();
    if (!partial.equals(file)) {
      Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Forgets the lines. */
  void discard() throws IOException {
    writer.close();
    if (!partial.equals(file)) {
      Files.delete(partial);
    }
  }

  /** Frees the file; lines that were not committed stay in the partial file. */
  @Override
  public void close() throws IOException {
    writer.close();
  }
}
