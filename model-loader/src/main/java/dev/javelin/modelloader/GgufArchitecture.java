// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.gguf.GgufMetadata;
import java.util.Arrays;
import java.util.List;

/**
 * The architectures that GGUF files may be of. Those with interleaved rope are the ones whose query
 * and key rows the converter reorders, and those that turn neighbours by nature.
 */
enum GgufArchitecture {
  LLAMA("llama", "LlamaForCausalLM", "llama", true, "silu", GgufTensorNames.LLAMA),
  MIXTRAL("llama", "MixtralForCausalLM", "mixtral", true, "silu", GgufTensorNames.MIXTRAL),
  SMOLLM3("smollm3", "SmolLM3ForCausalLM", "smollm3", true, "silu", GgufTensorNames.LLAMA),
  GRANITE("granite", "GraniteForCausalLM", "granite", true, "silu", GgufTensorNames.LLAMA),
  COHERE("command-r", "CohereForCausalLM", "cohere", true, "silu", GgufTensorNames.LLAMA),
  COHERE2("cohere2", "Cohere2ForCausalLM", "cohere2", true, "silu", GgufTensorNames.LLAMA),
  QWEN2("qwen2", "Qwen2ForCausalLM", "qwen2", false, "silu", GgufTensorNames.LLAMA),
  QWEN2_MOE(
      "qwen2moe", "Qwen2MoeForCausalLM", "qwen2_moe", false, "silu", GgufTensorNames.QWEN_MOE),
  QWEN3("qwen3", "Qwen3ForCausalLM", "qwen3", false, "silu", GgufTensorNames.LLAMA),
  QWEN3_MOE(
      "qwen3moe", "Qwen3MoeForCausalLM", "qwen3_moe", false, "silu", GgufTensorNames.QWEN_MOE),
  GEMMA("gemma", "GemmaForCausalLM", "gemma", false, "gelu_pytorch_tanh", GgufTensorNames.LLAMA),
  GEMMA2(
      "gemma2", "Gemma2ForCausalLM", "gemma2", false, "gelu_pytorch_tanh", GgufTensorNames.GEMMA2),
  GEMMA3(
      "gemma3",
      "Gemma3ForCausalLM",
      "gemma3_text",
      false,
      "gelu_pytorch_tanh",
      GgufTensorNames.GEMMA2),
  PHI3("phi3", "Phi3ForCausalLM", "phi3", false, "silu", GgufTensorNames.PHI3),
  OLMO2("olmo2", "Olmo2ForCausalLM", "olmo2", false, "silu", GgufTensorNames.OLMO2),
  STARCODER2(
      "starcoder2",
      "Starcoder2ForCausalLM",
      "starcoder2",
      false,
      "gelu_pytorch_tanh",
      GgufTensorNames.STARCODER2),
  GPT2("gpt2", "GPT2LMHeadModel", "gpt2", false, "gelu_new", GgufTensorNames.GPT2),
  BERT("bert", "BertModel", "bert", false, "gelu", GgufTensorNames.BERT);

  private static final String KEY = "general.architecture";

  private final String ggufName;
  private final String className;
  private final String modelType;
  private final boolean interleavedRope;
  private final String activation;
  private final GgufTensorNames tensorNames;

  GgufArchitecture(
      String ggufName,
      String className,
      String modelType,
      boolean interleavedRope,
      String activation,
      GgufTensorNames tensorNames) {
    this.ggufName = ggufName;
    this.className = className;
    this.modelType = modelType;
    this.interleavedRope = interleavedRope;
    this.activation = activation;
    this.tensorNames = tensorNames;
  }

  /**
   * The architecture that metadata name.
   *
   * @throws UnsupportedModelException if it is not one of these
   */
  static GgufArchitecture of(GgufMetadata metadata) {
    String name = metadata.text(KEY);
    if (name.equals(LLAMA.ggufName) && metadata.integer("llama.expert_count").orElse(0) > 0) {
      return MIXTRAL;
    }
    List<GgufArchitecture> all = List.of(values());
    return all.stream()
        .filter(architecture -> architecture.ggufName.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UnsupportedModelException(
                    "the architecture is not supported: file=%s, %s=%s, expected one of %s"
                        .formatted(
                            metadata.source(),
                            KEY,
                            Excerpt.of(name),
                            Arrays.stream(values()).map(a -> a.ggufName).distinct().toList())));
  }

  /** The prefix of the architecture's metadata keys. */
  String ggufName() {
    return ggufName;
  }

  /** The name of the class in transformers. */
  String className() {
    return className;
  }

  /** The {@code model_type} of its configurations. */
  String modelType() {
    return modelType;
  }

  boolean interleavedRope() {
    return interleavedRope;
  }

  /** The {@code hidden_act} of its configurations, which GGUF files leave unsaid. */
  String activation() {
    return activation;
  }

  GgufTensorNames tensorNames() {
    return tensorNames;
  }

  /** Whether files hold a linear layer as [out, in] where Hugging Face's hold [in, out]. */
  boolean isTransposed(String huggingFaceName) {
    return this == GPT2 && huggingFaceName.matches(".*\\.c_(attn|proj|fc)\\.weight");
  }
}
