// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Hashes full blocks into a chain: each hash covers the one before it, the block's tokens, and the
 * keys that keep equal tokens apart.
 *
 * <p>What is hashed (integers big-endian) decodes in one way only, so that no two different inputs
 * look the same: parent hash (32 bytes), number of tokens (4), the tokens (4 each), then for each
 * key present its tag (1), its length in UTF-16 units (4) and these units (2 each). UTF-16 because
 * UTF-8 encoders map all unpaired surrogates to one byte.
 */
final class BlockHasher {
  private static final byte LORA_NAME = 1;
  private static final byte CACHE_SALT = 2;

  private final MessageDigest sha256;

  BlockHasher() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-256", e);
    }
  }

  /**
   * @param parent hash of the block before, or the cache's root
   * @param tokens the tokens of the block
   * @param loraName the adapter that computes keys and values, or null
   * @param cacheSalt what keeps this chain apart from others, or null; wanted in the first block
   *     only, since the chain carries it on
   */
  BlockHash hash(
      BlockHash parent, int[] tokens, @Nullable String loraName, @Nullable String cacheSalt) {
    ByteBuffer head = ByteBuffer.allocate(BlockHash.BYTES + Integer.BYTES * (1 + tokens.length));
    head.put(parent.toBytes()).putInt(tokens.length);
    for (int token : tokens) {
      head.putInt(token);
    }
    sha256.update(head.array());
    updateKey(LORA_NAME, loraName);
    updateKey(CACHE_SALT, cacheSalt);
    return BlockHash.of(sha256.digest());
  }

  private void updateKey(byte tag, @Nullable String key) {
    if (key == null) {
      return;
    }
    ByteBuffer encoded = ByteBuffer.allocate(1 + Integer.BYTES + Character.BYTES * key.length());
    encoded.put(tag).putInt(key.length());
    for (int i = 0; i < key.length(); i++) {
      encoded.putChar(key.charAt(i));
    }
    sha256.update(encoded.array());
  }
}
