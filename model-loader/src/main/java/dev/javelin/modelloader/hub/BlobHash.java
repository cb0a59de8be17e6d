// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The hashes by which a hub names content: SHA-256 of the bytes for large files (the Git LFS object
 * id), else SHA-1 of {@code "blob " + size + NUL} and the bytes (git's blob id).
 */
final class BlobHash {
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int SHA256_DIGITS = 64;
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

  private BlobHash() {}

  static boolean isHash(String text) {
    return HASH.matcher(text).matches();
  }

  /**
   * Hashes what lies on disk, as the expected hash was made.
   *
   * @param expected a text that {@link #isHash}
   * @return lower-case hexadecimal digits
   */
  static String of(Path file, String expected) throws IOException {
    boolean lfs = expected.length() == SHA256_DIGITS;
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance(lfs ? "SHA-256" : "SHA-1");
      if (!lfs) {
        digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.US_ASCII));
      }
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1 and SHA-256", e);
    }
  }
}
