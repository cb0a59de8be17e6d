// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of an {@link EngineConfig}; each method sets the component of its name in
 * {@link ModelConfig}, {@link CacheConfig}, {@link SchedulerConfig}, {@link DeviceConfig} or {@link
 * EngineConfig}. Not thread-safe.
 */
public final class EngineConfigBuilder {
  private final String model;
  private @Nullable String tokenizer;
  private ModelConfig.Dtype dtype = ModelConfig.Dtype.AUTO;
  private @Nullable Integer maxModelLen;
  private long seed;
  private String generationConfig = "auto";
  private Map<String, Object> overrideGenerationConfig = Map.of();
  private int maxLogprobs = 20;
  private boolean skipTokenizerInit;
  private int blockSize = CacheConfig.DEFAULT_BLOCK_SIZE;
  private @Nullable Long kvCacheMemoryBytes;
  private @Nullable Integer numBlocksOverride;
  private boolean enablePrefixCaching = true;
  private int maxNumBatchedTokens = SchedulerConfig.DEFAULT_MAX_NUM_BATCHED_TOKENS;
  private @Nullable Integer maxNumSeqs;
  private boolean enableChunkedPrefill = true;
  private int longPrefillTokenThreshold;
  private SchedulerConfig.Policy policy = SchedulerConfig.Policy.FCFS;
  private boolean reserveFullSequence = true;
  private String backend = "auto";
  private String device = "auto";
  private int threads;
  private boolean logStats;
  private int streamInterval = 1;

  EngineConfigBuilder(String model) {
    this.model = model;
  }

  public EngineConfigBuilder tokenizer(@Nullable String tokenizer) {
    this.tokenizer = tokenizer;
    return this;
  }

  public EngineConfigBuilder dtype(ModelConfig.Dtype dtype) {
    this.dtype = dtype;
    return this;
  }

  public EngineConfigBuilder maxModelLen(@Nullable Integer maxModelLen) {
    this.maxModelLen = maxModelLen;
    return this;
  }

  public EngineConfigBuilder seed(long seed) {
    this.seed = seed;
    return this;
  }

  public EngineConfigBuilder generationConfig(String generationConfig) {
    this.generationConfig = generationConfig;
    return this;
  }

  public EngineConfigBuilder overrideGenerationConfig(
      Map<String, Object> overrideGenerationConfig) {
    this.overrideGenerationConfig = overrideGenerationConfig;
    return this;
  }

  public EngineConfigBuilder maxLogprobs(int maxLogprobs) {
    this.maxLogprobs = maxLogprobs;
    return this;
  }

  public EngineConfigBuilder skipTokenizerInit(boolean skipTokenizerInit) {
    this.skipTokenizerInit = skipTokenizerInit;
    return this;
  }

  public EngineConfigBuilder blockSize(int blockSize) {
    this.blockSize = blockSize;
    return this;
  }

  public EngineConfigBuilder kvCacheMemoryBytes(@Nullable Long kvCacheMemoryBytes) {
    this.kvCacheMemoryBytes = kvCacheMemoryBytes;
    return this;
  }

  public EngineConfigBuilder numBlocksOverride(@Nullable Integer numBlocksOverride) {
    this.numBlocksOverride = numBlocksOverride;
    return this;
  }

  public EngineConfigBuilder enablePrefixCaching(boolean enablePrefixCaching) {
    this.enablePrefixCaching = enablePrefixCaching;
    return this;
  }

  public EngineConfigBuilder maxNumBatchedTokens(int maxNumBatchedTokens) {
    this.maxNumBatchedTokens = maxNumBatchedTokens;
    return this;
  }

  public EngineConfigBuilder maxNumSeqs(int maxNumSeqs) {
    this.maxNumSeqs = maxNumSeqs;
    return this;
  }

  public EngineConfigBuilder enableChunkedPrefill(boolean enableChunkedPrefill) {
    this.enableChunkedPrefill = enableChunkedPrefill;
    return this;
  }

  public EngineConfigBuilder longPrefillTokenThreshold(int longPrefillTokenThreshold) {
    this.longPrefillTokenThreshold = longPrefillTokenThreshold;
    return this;
  }

  public EngineConfigBuilder policy(SchedulerConfig.Policy policy) {
    this.policy = policy;
    return this;
  }

  public EngineConfigBuilder reserveFullSequence(boolean reserveFullSequence) {
    this.reserveFullSequence = reserveFullSequence;
    return this;
  }

  public EngineConfigBuilder backend(String backend) {
    this.backend = backend;
    return this;
  }

  public EngineConfigBuilder device(String device) {
    this.device = device;
    return this;
  }

  public EngineConfigBuilder threads(int threads) {
    this.threads = threads;
    return this;
  }

  public EngineConfigBuilder logStats(boolean logStats) {
    this.logStats = logStats;
    return this;
  }

  public EngineConfigBuilder streamInterval(int streamInterval) {
    this.streamInterval = streamInterval;
    return this;
  }

  /**
   * The configuration.
   *
   * @throws ValidationException if a value is outside its range or two contradict each other
   */
  public EngineConfig build() {
    return new EngineConfig(
        new ModelConfig(
            model,
            tokenizer,
            dtype,
            maxModelLen,
            seed,
            generationConfig,
            overrideGenerationConfig,
            maxLogprobs,
            skipTokenizerInit),
        new CacheConfig(blockSize, kvCacheMemoryBytes, numBlocksOverride, enablePrefixCaching),
        new SchedulerConfig(
            maxNumBatchedTokens,
            maxNumSeqs != null
                ? maxNumSeqs
                : Math.min(SchedulerConfig.DEFAULT_MAX_NUM_SEQS, maxNumBatchedTokens),
            enableChunkedPrefill,
            longPrefillTokenThreshold,
            policy,
            reserveFullSequence),
        new DeviceConfig(backend, device, threads),
        logStats,
        streamInterval);
  }
}
