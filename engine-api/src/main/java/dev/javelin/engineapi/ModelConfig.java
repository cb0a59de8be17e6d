// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which model, and how it is read.
 *
 * @param model a directory, a GGUF file, or a hub name {@code org/name[@revision]}
 * @param tokenizer where the tokenizer comes from instead of {@code model}, or null
 * @param dtype the type weights are held in
 * @param maxModelLen longest sequence in tokens, prompt and output together; null for the model's
 *     own, reduced to what the KV cache holds
 * @param seed seeds the draws of requests that bring no seed
 * @param generationConfig {@code "auto"} for the model's own sampling defaults, {@code "vllm"} for
 *     neutral ones, or a directory
 * @param overrideGenerationConfig sampling defaults by generation_config.json's names that win over
 *     the file's
 * @param maxLogprobs most log-probabilities a request may ask for; -1 for the whole vocabulary
 * @param skipTokenizerInit whether the tokenizer is not loaded, so that only token-id prompts work
 */
public record ModelConfig(
    String model,
    @Nullable String tokenizer,
    Dtype dtype,
    @Nullable Integer maxModelLen,
    long seed,
    String generationConfig,
    Map<String, Object> overrideGenerationConfig,
    int maxLogprobs,
    boolean skipTokenizerInit) {
  public ModelConfig {
    if (model.isBlank()) {
      throw new ValidationException("a model must be named", "model", model);
    }
    if (maxModelLen != null && maxModelLen < 1) {
      throw new ValidationException(
          "max_model_len must be 1 or more", "max_model_len", maxModelLen);
    }
    if (maxLogprobs < -1) {
      throw new ValidationException("max_logprobs must be -1 or more", "max_logprobs", maxLogprobs);
    }
    overrideGenerationConfig = Map.copyOf(overrideGenerationConfig);
  }

  /** Where the tokenizer comes from. */
  public String tokenizerSource() {
    return Optional.ofNullable(tokenizer).orElse(model);
  }

  /** The type weights are held in. */
  public enum Dtype {
    /** The backend's choice for the model's own type. */
    AUTO,
    FLOAT32,
    FLOAT16,
    BFLOAT16
  }
}
