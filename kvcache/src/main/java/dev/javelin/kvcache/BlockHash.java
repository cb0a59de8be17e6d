// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * The identity of a full block's content: a SHA-256 digest over the block's tokens and everything
 * before them. Two blocks with equal digests are taken to be equal, so that all 256 bits are kept
 * and compared.
 */
public final class BlockHash {
  /** Length of a digest in bytes. */
  public static final int BYTES = 32;

  private final long first;
  private final long second;
  private final long third;
  private final long fourth;

  private BlockHash(ByteBuffer digest) {
    first = digest.getLong();
    second = digest.getLong();
    third = digest.getLong();
    fourth = digest.getLong();
  }

  /**
   * @param digest 32 bytes, which are copied
   */
  public static BlockHash of(byte[] digest) {
    if (digest.length != BYTES) {
      throw new IllegalArgumentException(
          "a block hash has 32 bytes: length=" + digest.length + ", expected 32");
    }
    return new BlockHash(ByteBuffer.wrap(digest));
  }

  /** An unpredictable value: the root of the chains of one cache. */
  public static BlockHash random() {
    byte[] digest = new byte[BYTES];
    new SecureRandom().nextBytes(digest);
    return of(digest);
  }

  /** A new array with the digest. */
  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(first)
        .putLong(second)
        .putLong(third)
        .putLong(fourth)
        .array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockHash hash
        && first == hash.first
        && second == hash.second
        && third == hash.third
        && fourth == hash.fourth;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(first);
  }

  @Override
  public String toString() {
    return String.format("%016x%016x%016x%016x", first, second, third, fourth);
  }
}
