// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates a GGUF architecture's tensor names into Hugging Face's. {@code *} in a translation
 * stands for the number of an expert.
 */
final class GgufTensorNames {
  /** The factors that divide rotary frequencies; has no counterpart in Hugging Face's files. */
  static final String ROPE_FREQS = "rope_freqs.weight";

  private static final Pattern LAYER = Pattern.compile("blk\\.(\\d+)\\.(.+)\\.(weight|bias)");
  private static final Pattern GLOBAL = Pattern.compile("(.+)\\.(weight|bias)");
  private static final Pattern OLD_EXPERT = Pattern.compile("(ffn_(?:gate|up|down))\\.(\\d+)");

  /** LLaMA and the many architectures that copied its names. */
  static final GgufTensorNames LLAMA =
      new GgufTensorNames(
          "model.layers.",
          Map.of(
              "token_embd", "model.embed_tokens",
              "output_norm", "model.norm",
              "output", "lm_head"),
          Map.ofEntries(
              Map.entry("attn_norm", "input_layernorm"),
              Map.entry("attn_q", "self_attn.q_proj"),
              Map.entry("attn_k", "self_attn.k_proj"),
              Map.entry("attn_v", "self_attn.v_proj"),
              Map.entry("attn_qkv", "self_attn.qkv_proj"),
              Map.entry("attn_output", "self_attn.o_proj"),
              Map.entry("attn_q_norm", "self_attn.q_norm"),
              Map.entry("attn_k_norm", "self_attn.k_norm"),
              Map.entry("ffn_norm", "post_attention_layernorm"),
              Map.entry("ffn_gate", "mlp.gate_proj"),
              Map.entry("ffn_up", "mlp.up_proj"),
              Map.entry("ffn_down", "mlp.down_proj")));

  static final GgufTensorNames GEMMA2 =
      LLAMA.with(
          Map.of(
              "post_attention_norm", "post_attention_layernorm",
              "ffn_norm", "pre_feedforward_layernorm",
              "post_ffw_norm", "post_feedforward_layernorm"));

  static final GgufTensorNames OLMO2 =
      LLAMA.with(
          Map.of(
              "post_attention_norm", "post_attention_layernorm",
              "post_ffw_norm", "post_feedforward_layernorm"));

  static final GgufTensorNames PHI3 = LLAMA.with(Map.of("ffn_up", "mlp.gate_up_proj"));

  static final GgufTensorNames STARCODER2 =
      LLAMA.with(Map.of("ffn_up", "mlp.c_fc", "ffn_down", "mlp.c_proj"));

  static final GgufTensorNames MIXTRAL =
      LLAMA.with(
          Map.of(
              "ffn_gate_inp", "block_sparse_moe.gate",
              "ffn_gate_exps", "block_sparse_moe.experts.*.w1",
              "ffn_up_exps", "block_sparse_moe.experts.*.w3",
              "ffn_down_exps", "block_sparse_moe.experts.*.w2"));

  static final GgufTensorNames QWEN_MOE =
      LLAMA.with(
          Map.of(
              "ffn_gate_inp", "mlp.gate",
              "ffn_gate_exps", "mlp.experts.*.gate_proj",
              "ffn_up_exps", "mlp.experts.*.up_proj",
              "ffn_down_exps", "mlp.experts.*.down_proj",
              "ffn_gate_inp_shexp", "mlp.shared_expert_gate",
              "ffn_gate_shexp", "mlp.shared_expert.gate_proj",
              "ffn_up_shexp", "mlp.shared_expert.up_proj",
              "ffn_down_shexp", "mlp.shared_expert.down_proj"));

  static final GgufTensorNames GPT2 =
      new GgufTensorNames(
          "transformer.h.",
          Map.of(
              "token_embd", "transformer.wte",
              "position_embd", "transformer.wpe",
              "output_norm", "transformer.ln_f",
              "output", "lm_head"),
          Map.of(
              "attn_norm", "ln_1",
              "attn_qkv", "attn.c_attn",
              "attn_output", "attn.c_proj",
              "ffn_norm", "ln_2",
              "ffn_up", "mlp.c_fc",
              "ffn_down", "mlp.c_proj"));

  static final GgufTensorNames BERT =
      new GgufTensorNames(
          "encoder.layer.",
          Map.of(
              "token_embd", "embeddings.word_embeddings",
              "position_embd", "embeddings.position_embeddings",
              "token_types", "embeddings.token_type_embeddings",
              "token_embd_norm", "embeddings.LayerNorm"),
          Map.of(
              "attn_q", "attention.self.query",
              "attn_k", "attention.self.key",
              "attn_v", "attention.self.value",
              "attn_output", "attention.output.dense",
              "attn_output_norm", "attention.output.LayerNorm",
              "ffn_up", "intermediate.dense",
              "ffn_down", "output.dense",
              "layer_output_norm", "output.LayerNorm"));

  private final String layerPrefix;
  private final Map<String, String> globals;
  private final Map<String, String> layers;

  private GgufTensorNames(
      String layerPrefix, Map<String, String> globals, Map<String, String> layers) {
    this.layerPrefix = layerPrefix;
    this.globals = Map.copyOf(globals);
    this.layers = Map.copyOf(layers);
  }

  private GgufTensorNames with(Map<String, String> changes) {
    Map<String, String> changed = new HashMap<>(layers);
    changed.putAll(changes);
    return new GgufTensorNames(layerPrefix, globals, changed);
  }

  /** The Hugging Face name of a tensor, or nothing if the architecture has no such tensor. */
  Optional<String> translate(String name) {
    if (name.equals(ROPE_FREQS)) {
      return Optional.of(name);
    }
    Matcher layer = LAYER.matcher(name);
    if (layer.matches()) {
      return layerPart(layer.group(2))
          .map(part -> layerPrefix + layer.group(1) + "." + part + "." + layer.group(3));
    }
    Matcher global = GLOBAL.matcher(name);
    return global.matches()
        ? Optional.ofNullable(globals.get(global.group(1)))
            .map(part -> part + "." + global.group(2))
        : Optional.empty();
  }

  private Optional<String> layerPart(String part) {
    Matcher oldExpert = OLD_EXPERT.matcher(part);
    if (oldExpert.matches()) {
      return Optional.ofNullable(layers.get(oldExpert.group(1) + "_exps"))
          .map(name -> name.replace("*", oldExpert.group(2)));
    }
    return Optional.ofNullable(layers.get(part));
  }

  /** All translations of a set of names, in its order; names without one are left out. */
  Map<String, String> translateAll(Iterable<String> names) {
    Map<String, String> translated = new LinkedHashMap<>();
    names.forEach(name -> translate(name).ifPresent(other -> translated.put(name, other)));
    return translated;
  }
}
