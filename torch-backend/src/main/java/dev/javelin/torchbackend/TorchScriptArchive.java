// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a TorchScript archive, the zip that {@code torch.jit.load} reads: the source of one class
 * in {@code code/__torch__.py} and an instance of it, without parameters, pickled in {@code
 * data.pkl}.
 */
final class TorchScriptArchive {
  /** The version of the archive format. */
  private static final String VERSION = "10\n";

  /** Pickle protocol 2: an empty tuple. */
  private static final byte[] NO_CONSTANTS = {(byte) 0x80, 2, ')', '.'};

  private TorchScriptArchive() {}

  /**
   * @param className the class that {@code source} defines
   * @param source serialised TorchScript
   */
  static byte[] of(String className, String source) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      store(zip, "data.pkl", instance(className));
      store(zip, "code/__torch__.py", source.getBytes(StandardCharsets.UTF_8));
      store(zip, "constants.pkl", NO_CONSTANTS);
      store(zip, "version", VERSION.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Pickle protocol 2: {@code __torch__.<className>()} with the state {@code {"training": False}}.
   */
  private static byte[] instance(String className) throws IOException {
    ByteArrayOutputStream pickle = new ByteArrayOutputStream();
    pickle.write(new byte[] {(byte) 0x80, 2});
    pickle.write(("c__torch__\n" + className + "\n").getBytes(StandardCharsets.US_ASCII));
    pickle.write(new byte[] {')', (byte) 0x81, '}', 'X', 8, 0, 0, 0});
    pickle.write("training".getBytes(StandardCharsets.US_ASCII));
    pickle.write(new byte[] {(byte) 0x89, 's', 'b', '.'});
    return pickle.toByteArray();
  }

  private static void store(ZipOutputStream zip, String name, byte[] content) throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(content);
    ZipEntry entry = new ZipEntry("ops/" + name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(checksum.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
