// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/**
 * The KV cache.
 *
 * @param blockSize tokens a block
 * @param kvCacheMemoryBytes bytes for keys and values; null for what the requests that may run at
 *     once need, at most half of the free memory
 * @param numBlocksOverride number of blocks instead of what the bytes give, or null
 * @param enablePrefixCaching whether blocks of equal prefixes are shared
 */
public record CacheConfig(
    int blockSize,
    @Nullable Long kvCacheMemoryBytes,
    @Nullable Integer numBlocksOverride,
    boolean enablePrefixCaching) {
  /** Tokens a block unless configured. */
  public static final int DEFAULT_BLOCK_SIZE = 16;

  public CacheConfig {
    if (blockSize < 1) {
      throw new ValidationException("block_size must be 1 or more", "block_size", blockSize);
    }
    if (kvCacheMemoryBytes != null && kvCacheMemoryBytes < 1) {
      throw new ValidationException(
          "kv_cache_memory_bytes must be 1 or more", "kv_cache_memory_bytes", kvCacheMemoryBytes);
    }
    if (numBlocksOverride != null && numBlocksOverride < 2) {
      throw new ValidationException(
          "at least 2 blocks are needed, one of which is the null block",
          "num_gpu_blocks_override",
          numBlocksOverride);
    }
  }
}
