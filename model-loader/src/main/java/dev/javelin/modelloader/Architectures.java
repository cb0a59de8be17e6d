// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The class name of a Hugging Face configuration's architecture. */
final class Architectures {
  private static final Map<String, String> BY_MODEL_TYPE =
      Map.ofEntries(
          Map.entry("bert", "BertModel"),
          Map.entry("cohere", "CohereForCausalLM"),
          Map.entry("cohere2", "Cohere2ForCausalLM"),
          Map.entry("deepseek_v3", "DeepseekV3ForCausalLM"),
          Map.entry("gemma", "GemmaForCausalLM"),
          Map.entry("gemma2", "Gemma2ForCausalLM"),
          Map.entry("gemma3_text", "Gemma3ForCausalLM"),
          Map.entry("gpt2", "GPT2LMHeadModel"),
          Map.entry("gpt_neox", "GPTNeoXForCausalLM"),
          Map.entry("gpt_oss", "GptOssForCausalLM"),
          Map.entry("granite", "GraniteForCausalLM"),
          Map.entry("llama", "LlamaForCausalLM"),
          Map.entry("mistral", "MistralForCausalLM"),
          Map.entry("mixtral", "MixtralForCausalLM"),
          Map.entry("olmo2", "Olmo2ForCausalLM"),
          Map.entry("phi3", "Phi3ForCausalLM"),
          Map.entry("qwen2", "Qwen2ForCausalLM"),
          Map.entry("qwen2_moe", "Qwen2MoeForCausalLM"),
          Map.entry("qwen3", "Qwen3ForCausalLM"),
          Map.entry("qwen3_moe", "Qwen3MoeForCausalLM"),
          Map.entry("smollm3", "SmolLM3ForCausalLM"),
          Map.entry("starcoder2", "Starcoder2ForCausalLM"));

  private static final Set<String> ONE_PLUS_NORMS = Set.of("gemma", "gemma2", "gemma3_text");

  private Architectures() {}

  /** The first of {@code architectures}, or what {@code model_type} usually stands for. */
  static String of(ConfigView config) {
    if (config.has("architectures")) {
      List<String> names = config.texts("architectures");
      if (!names.isEmpty()) {
        return names.get(0);
      }
    }
    String modelType = config.text("model_type", "");
    String name = BY_MODEL_TYPE.get(modelType);
    if (name == null) {
      throw new ModelLoadException(
          "the configuration does not say which architecture it is for: file=%s, model_type=%s,"
                  .formatted(config.source(), modelType)
              + " expected a class name in architectures");
    }
    return name;
  }

  /** Whether the architecture's checkpoints hold the weights of RMS norms less one. */
  static boolean onePlusNorms(ConfigView config, String architecture) {
    return ONE_PLUS_NORMS.contains(config.text("model_type", ""))
        || architecture.matches("Gemma[23]?For.*");
  }
}
