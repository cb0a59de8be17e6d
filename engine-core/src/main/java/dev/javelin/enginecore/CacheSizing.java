// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import dev.javelin.compute.DType;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.engineapi.CacheConfig;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.enginecore.models.DecoderSpec;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides once how many blocks the KV cache has and how long a sequence may be. */
final class CacheSizing {
  private static final Logger LOG = LoggerFactory.getLogger(CacheSizing.class);

  /** Bytes of the cache unless configured, if so much is needed and free: 4 GiB. */
  static final long DEFAULT_BYTES = 4L << 30;

  private CacheSizing() {}

  /**
   * @param shape the cache
   * @param maxModelLen longest sequence, in tokens
   */
  record Sizing(KVCacheShape shape, int maxModelLen) {}

  /**
   * @param modelMaxLen the longest sequence that the model's files allow
   * @throws ValidationException if one sequence of the configured length does not fit
   */
  static Sizing size(EngineConfig config, DecoderSpec spec, int modelMaxLen) {
    CacheConfig cache = config.cache();
    Integer asked = config.model().maxModelLen();
    if (asked != null && asked > modelMaxLen) {
      throw new ValidationException(
          "the model's configuration allows at most " + modelMaxLen + " tokens",
          "max_model_len",
          asked);
    }
    int wanted = asked != null ? asked : modelMaxLen;
    long blockBytes = shape(spec, cache, 1).blockBytes();
    long blocks = blocks(config, wanted, blockBytes);
    long longest = (blocks - 1) * cache.blockSize();
    if (longest < 2 || (asked != null && longest < asked)) {
      throw new ValidationException(
          String.format(
              "the KV cache does not hold one sequence of max_model_len=%d tokens: it needs %d bytes; the largest"
                  + " max_model_len that fits is %d. Raise kv_cache_memory_bytes or lower max_model_len",
              wanted,
              (blocksFor(wanted, cache.blockSize()) + 1) * blockBytes,
              Math.max(0, longest)),
          "kv_cache_memory_bytes",
          blocks * blockBytes);
    }
    int maxModelLen = (int) Math.min(wanted, longest);
    LOG.info(
        "KV cache: {} blocks of {} tokens, {} MiB; max_model_len {}; room for {} sequences of that length",
        blocks,
        cache.blockSize(),
        blocks * blockBytes >> 20,
        maxModelLen,
        String.format("%.1f", (double) longest / maxModelLen));
    return new Sizing(shape(spec, cache, (int) blocks), maxModelLen);
  }

  private static long blocks(EngineConfig config, int maxModelLen, long blockBytes) {
    CacheConfig cache = config.cache();
    if (cache.numBlocksOverride() != null) {
      return cache.numBlocksOverride();
    }
    // A slot is an int, which bounds the number of blocks too.
    long most = Integer.MAX_VALUE / cache.blockSize();
    if (cache.kvCacheMemoryBytes() != null) {
      return Math.min(most, cache.kvCacheMemoryBytes() / blockBytes);
    }
    long oneSequence = blocksFor(maxModelLen, cache.blockSize()) + 1;
    long everything = (oneSequence - 1) * config.scheduler().maxNumSeqs() + 1;
    long budget = Math.max(1, Math.min(DEFAULT_BYTES, freeMemory() / 2));
    return Math.min(most, Math.min(everything, budget / blockBytes));
  }

  private static long blocksFor(int tokens, int blockSize) {
    return (tokens + blockSize - 1L) / blockSize;
  }

  private static KVCacheShape shape(DecoderSpec spec, CacheConfig cache, int blocks) {
    var attention = spec.firstLayer().attention();
    return new KVCacheShape(
        spec.layers().size(),
        blocks,
        cache.blockSize(),
        attention.kvHeads(),
        attention.keyWidth(),
        attention.valueWidth(),
        DType.F32);
  }

  private static long freeMemory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getFreeMemorySize()
        : DEFAULT_BYTES;
  }
}
