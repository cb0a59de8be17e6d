// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Everything that is decided when an engine is built.
 *
 * @param model which model, and how it is read
 * @param cache the KV cache
 * @param scheduler how requests share steps
 * @param device what runs the forward pass
 * @param logStats whether statistics are collected and outputs carry metrics
 * @param streamInterval emit an output of a streaming request only every so many tokens, and at its
 *     first and last
 */
public record EngineConfig(
    ModelConfig model,
    CacheConfig cache,
    SchedulerConfig scheduler,
    DeviceConfig device,
    boolean logStats,
    int streamInterval) {
  public EngineConfig {
    if (streamInterval < 1) {
      throw new ValidationException(
          "stream_interval must be 1 or more", "stream_interval", streamInterval);
    }
    Integer maxModelLen = model.maxModelLen();
    if (!scheduler.enableChunkedPrefill()
        && maxModelLen != null
        && scheduler.maxNumBatchedTokens() < maxModelLen) {
      throw new ValidationException(
          "without chunked prefill a step must hold a whole prompt, max_model_len=" + maxModelLen,
          "max_num_batched_tokens",
          scheduler.maxNumBatchedTokens());
    }
  }

  /** A builder with all defaults for a model. */
  public static EngineConfigBuilder builder(String model) {
    return new EngineConfigBuilder(model);
  }

  /** This configuration with the model's name replaced by the path it was found at. */
  public EngineConfig withModelPath(String path) {
    ModelConfig found =
        new ModelConfig(
            path,
            model.tokenizer(),
            model.dtype(),
            model.maxModelLen(),
            model.seed(),
            model.generationConfig(),
            model.overrideGenerationConfig(),
            model.maxLogprobs(),
            model.skipTokenizerInit());
    return new EngineConfig(found, cache, scheduler, device, logStats, streamInterval);
  }
}
