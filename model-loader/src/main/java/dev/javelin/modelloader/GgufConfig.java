// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufMetadata;
import dev.javelin.modelloader.gguf.GgufModel;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Translates a GGUF file's metadata into the configuration that Hugging Face would have. */
final class GgufConfig {
  /** What both Gemma 3's and SmolLM3's files leave to the program. */
  private static final double GEMMA3_LOCAL_ROPE_THETA = 10_000;

  private static final int SMOLLM3_NO_ROPE_EVERY = 4;
  private static final double DEFAULT_ROPE_THETA = 10_000;
  private static final int LONGEST_FACTORS = 1024;

  private static final Map<String, String> INTEGERS =
      Map.ofEntries(
          Map.entry("attention.sliding_window", "sliding_window"),
          Map.entry("attention.sliding_window_pattern", "sliding_window_pattern"),
          Map.entry("expert_used_count", "num_experts_per_tok"),
          Map.entry("expert_feed_forward_length", "moe_intermediate_size"),
          Map.entry("expert_shared_feed_forward_length", "shared_expert_intermediate_size"),
          Map.entry("rope.scaling.original_context_length", "original_max_position_embeddings"));

  private static final Map<String, String> DECIMALS =
      Map.of(
          "attention.layer_norm_rms_epsilon", "rms_norm_eps",
          "attention.layer_norm_epsilon", "layer_norm_eps",
          "attention.scale", "attention_multiplier",
          "embedding_scale", "embedding_multiplier",
          "residual_scale", "residual_multiplier",
          "attn_logit_softcapping", "attn_logit_softcapping",
          "final_logit_softcapping", "final_logit_softcapping");

  private final GgufModel model;
  private final GgufMetadata metadata;
  private final GgufArchitecture architecture;
  private final Map<String, Object> config = new LinkedHashMap<>();

  private GgufConfig(GgufModel model, GgufArchitecture architecture) {
    this.model = model;
    this.metadata = model.metadata();
    this.architecture = architecture;
  }

  /** The configuration in normal form. */
  static ConfigView of(GgufModel model, GgufArchitecture architecture) {
    GgufConfig translation = new GgufConfig(model, architecture);
    translation.translate();
    return ConfigNormalizer.normalize(model.path().toString(), translation.config);
  }

  private void translate() {
    config.put("architectures", List.of(architecture.className()));
    config.put("model_type", architecture.modelType());
    config.put("hidden_act", architecture.activation());
    translateSizes();
    INTEGERS.forEach(
        (from, to) -> integer(from).ifPresent(value -> config.put(to, toInt(from, value))));
    DECIMALS.forEach(
        (from, to) -> metadata.decimal(key(from)).ifPresent(value -> config.put(to, value)));
    config.put("tie_word_embeddings", !model.tensorNames().contains("output.weight"));
    config.put("attention_bias", model.tensorNames().contains("blk.0.attn_q.bias"));
    config.put("mlp_bias", model.tensorNames().contains("blk.0.ffn_up.bias"));
    translateExperts();
    translateRope();
    translatePeculiarities();
  }

  private void translateSizes() {
    int hidden = required("embedding_length");
    int heads = required("attention.head_count");
    if (heads < 1) {
      throw invalid("attention.head_count", heads, "1 or more");
    }
    int headDim = optional("attention.key_length", hidden / heads);
    config.put("hidden_size", hidden);
    config.put("num_hidden_layers", layers());
    config.put("num_attention_heads", heads);
    config.put("num_key_value_heads", optional("attention.head_count_kv", heads));
    config.put("head_dim", headDim);
    config.put("intermediate_size", required("feed_forward_length"));
    config.put("max_position_embeddings", required("context_length"));
    config.put("vocab_size", vocabSize());
    integer("rope.dimension_count")
        .ifPresent(
            rotated -> {
              if (rotated != headDim && headDim > 0) {
                config.put("partial_rotary_factor", (double) rotated / headDim);
              }
            });
  }

  private int layers() {
    int layers = required("block_count");
    if (layers > ConfigNormalizer.MOST_LAYERS) {
      throw invalid("block_count", layers, "0 to " + ConfigNormalizer.MOST_LAYERS);
    }
    return layers;
  }

  private int vocabSize() {
    long rows = model.tensor("token_embd.weight").rows();
    if (rows > Integer.MAX_VALUE) {
      throw invalid("vocab_size", rows, "a number of 31 bits");
    }
    return (int) rows;
  }

  private void translateExperts() {
    integer("expert_count")
        .ifPresent(
            count -> {
              config.put("num_local_experts", toInt("expert_count", count));
              boolean byDefault = architecture != GgufArchitecture.QWEN2_MOE;
              config.put("norm_topk_prob", metadata.bool(key("expert_weights_norm"), byDefault));
            });
  }

  private void translateRope() {
    config.put("rope_theta", metadata.decimal(key("rope.freq_base")).orElse(DEFAULT_ROPE_THETA));
    Map<String, Object> scaling = new LinkedHashMap<>();
    metadata.decimal(key("rope.scale_linear")).ifPresent(factor -> putLinear(scaling, factor));
    String type = metadata.text(key("rope.scaling.type"), "none");
    if (!type.equals("none")) {
      scaling.put("rope_type", type);
      copyDecimal("rope.scaling.factor", scaling, "factor");
      copyDecimal("rope.scaling.yarn_beta_fast", scaling, "beta_fast");
      copyDecimal("rope.scaling.yarn_beta_slow", scaling, "beta_slow");
      integer("rope.scaling.original_context_length")
          .ifPresent(
              length ->
                  scaling.put(
                      "original_max_position_embeddings",
                      toInt("rope.scaling.original_context_length", length)));
    }
    if (model.tensorNames().contains("rope_factors_long.weight")) {
      scaling.put("rope_type", "longrope");
      scaling.put("long_factor", factors("rope_factors_long.weight"));
      scaling.put("short_factor", factors("rope_factors_short.weight"));
    }
    if (!scaling.isEmpty()) {
      config.put("rope_scaling", scaling);
    }
  }

  private static void putLinear(Map<String, Object> scaling, double factor) {
    if (factor != 1) {
      scaling.put("rope_type", "linear");
      scaling.put("factor", factor);
    }
  }

  private void copyDecimal(String from, Map<String, Object> target, String to) {
    metadata.decimal(key(from)).ifPresent(value -> target.put(to, value));
  }

  private List<Double> factors(String tensor) {
    long elements = model.tensor(tensor).elements();
    if (elements > LONGEST_FACTORS) {
      throw new ModelLoadException(
          "the tensor is too long: file=%s, tensor=%s, elements=%d, expected up to %d"
              .formatted(metadata.source(), tensor, elements, LONGEST_FACTORS));
    }
    float[] values = new float[(int) elements];
    model.tensor(tensor).vector().readFloats(0, 1, FloatBuffer.wrap(values));
    return IntStream.range(0, values.length).mapToObj(i -> (double) values[i]).toList();
  }

  /** What single architectures spell in their own way, or leave to the program. */
  private void translatePeculiarities() {
    switch (architecture) {
      case GRANITE -> renameDecimal("logit_scale", "logits_scaling");
      case COHERE, COHERE2 -> {
        renameDecimal("logit_scale", "logit_scale");
        config.put("use_qk_norm", model.tensorNames().contains("blk.0.attn_q_norm.weight"));
      }
      case GEMMA2 -> config.put("query_pre_attn_scalar", gemmaQueryScalar(46));
      case GEMMA3 -> {
        config.put("query_pre_attn_scalar", gemmaQueryScalar(62));
        config.put("rope_local_base_freq", GEMMA3_LOCAL_ROPE_THETA);
      }
      case SMOLLM3 ->
          config.put(
              "no_rope_layers",
              IntStream.range(0, layers())
                  .mapToObj(layer -> (layer + 1) % SMOLLM3_NO_ROPE_EVERY == 0 ? 0 : 1)
                  .toList());
      case BERT ->
          metadata
              .integer("tokenizer.ggml.token_type_count")
              .ifPresent(count -> config.put("type_vocab_size", count));
      default -> {}
    }
  }

  private void renameDecimal(String from, String to) {
    metadata.decimal(key(from)).ifPresent(value -> config.put(to, value));
  }

  /** The head size, but for the 27B models, which are told by their number of layers. */
  private int gemmaQueryScalar(int layersOf27B) {
    return layers() == layersOf27B
        ? required("embedding_length") / required("attention.head_count")
        : optional(
            "attention.key_length",
            required("embedding_length") / required("attention.head_count"));
  }

  private String key(String name) {
    return architecture.ggufName() + "." + name;
  }

  private OptionalLong integer(String name) {
    return metadata.integer(key(name));
  }

  private int optional(String name, int absent) {
    return toInt(name, integer(name).orElse(absent));
  }

  private int required(String name) {
    OptionalLong value = integer(name);
    if (value.isEmpty()) {
      throw new ModelLoadException(
          "the metadata lack a key: file=%s, key=%s".formatted(metadata.source(), key(name)));
    }
    return toInt(name, value.getAsLong());
  }

  private int toInt(String name, long value) {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw invalid(name, value, "0 to 2^31 - 1");
    }
    return (int) value;
  }

  private ModelLoadException invalid(String name, long value, String expected) {
    return new ModelLoadException(
        "a metadata value is out of range: file=%s, key=%s, value=%d, expected %s"
            .formatted(metadata.source(), key(name), value, expected));
  }
}
