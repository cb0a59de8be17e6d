// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelAssets.Vocabulary;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.gguf.GgufBytes;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufCheckpointTest {
  @TempDir private Path temp;

  @Test
  void open_llama_translatesMetadataToAConfiguration() {
    Checkpoint checkpoint =
        open(
            model("llama")
                .f32("llama.attention.layer_norm_rms_epsilon", 1e-5f)
                .f32("llama.rope.freq_base", 5e5f)
                .u32("llama.attention.head_count_kv", 1)
                .u32("llama.rope.dimension_count", 2)
                .text("llama.rope.scaling.type", "yarn")
                .f32("llama.rope.scaling.factor", 4)
                .u32("llama.rope.scaling.original_context_length", 16));
    ConfigView config = checkpoint.config();
    assertThat(checkpoint.architecture()).isEqualTo("LlamaForCausalLM");
    assertThat(config.text("model_type")).isEqualTo("llama");
    assertThat(config.integer("hidden_size")).isEqualTo(8);
    assertThat(config.integer("num_hidden_layers")).isEqualTo(1);
    assertThat(config.integer("num_attention_heads")).isEqualTo(2);
    assertThat(config.integer("num_key_value_heads")).isEqualTo(1);
    assertThat(config.integer("head_dim")).isEqualTo(4);
    assertThat(config.integer("intermediate_size")).isEqualTo(12);
    assertThat(config.integer("vocab_size")).isEqualTo(6);
    assertThat(config.decimal("rms_norm_eps")).isEqualTo(1e-5);
    assertThat(config.decimal("rope_theta")).isEqualTo(5e5);
    assertThat(config.decimal("partial_rotary_factor")).isEqualTo(0.5);
    assertThat(config.object("rope_scaling").members())
        .containsOnly(
            Map.entry("rope_type", "yarn"),
            Map.entry("factor", 4.0),
            Map.entry("original_max_position_embeddings", 16));
    assertThat(config.bool("tie_word_embeddings")).isTrue();
    assertThat(checkpoint.assets().maxModelLen()).isEqualTo(64);
    assertThat(checkpoint.assets().vocabSize()).isEqualTo(6);
  }

  @Test
  void conventions_llama_turnsNeighboursAndGemmaAddsNothing() {
    assertThat(open(model("llama")).conventions()).isEqualTo(new Conventions(true, false));
    assertThat(open(model("qwen2")).conventions()).isEqualTo(new Conventions(false, false));
    assertThat(open(model("gemma3")).conventions()).isEqualTo(new Conventions(false, false));
  }

  @Test
  void tensorNames_llama_areHuggingFaces() {
    Checkpoint checkpoint =
        open(
            model("llama")
                .floats("output_norm.weight", 0, 8)
                .floats("output.weight", 0, 8, 6)
                .floats("rope_freqs.weight", 1, 2)
                .floats("blk.0.attn_q.weight", 0, 8, 8)
                .floats("blk.0.attn_q.bias", 0, 8)
                .floats("blk.0.ffn_down.weight", 0, 12, 8)
                .floats("something.else", 0, 8));
    assertThat(checkpoint.tensorNames())
        .containsExactly(
            "model.embed_tokens.weight",
            "model.norm.weight",
            "lm_head.weight",
            "rope_freqs.weight",
            "model.layers.0.self_attn.q_proj.weight",
            "model.layers.0.self_attn.q_proj.bias",
            "model.layers.0.mlp.down_proj.weight");
    assertThat(checkpoint.shape("model.layers.0.mlp.down_proj.weight")).containsExactly(8, 12);
    assertThat(checkpoint.config().bool("tie_word_embeddings")).isFalse();
    assertThat(checkpoint.config().bool("attention_bias")).isTrue();
    assertThatThrownBy(() -> checkpoint.tensor("model.layers.1.mlp.down_proj.weight"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("model.layers.1.mlp.down_proj.weight")
        .hasMessageContaining("test.gguf");
  }

  @Test
  void tensor_stackedExperts_appearOneByOne() {
    Checkpoint checkpoint =
        open(
            model("llama")
                .u32("llama.expert_count", 2)
                .floats("blk.0.ffn_gate_exps.weight", 0, 8, 3, 2)
                .floats("blk.0.ffn_up.1.weight", 0, 8, 3));
    assertThat(checkpoint.architecture()).isEqualTo("MixtralForCausalLM");
    String expert = "model.layers.0.block_sparse_moe.experts.1.w1.weight";
    assertThat(checkpoint.shape(expert)).containsExactly(3, 8);
    assertThat(read(checkpoint.tensor(expert))).startsWith(24f, 25f).hasSize(24);
    assertThat(checkpoint.has("model.layers.0.block_sparse_moe.experts.1.w3.weight")).isTrue();
    assertThat(checkpoint.config().integer("num_experts")).isEqualTo(2);
  }

  @Test
  void open_flatExperts_refused() {
    GgufBytes flat =
        model("qwen3moe")
            .u32("qwen3moe.expert_count", 2)
            .floats("blk.0.ffn_gate_exps.weight", 0, 8, 6);
    assertThatThrownBy(() -> open(flat))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("blk.0.ffn_gate_exps.weight");
  }

  @Test
  void open_expertTwice_refused() {
    GgufBytes twice =
        model("llama")
            .u32("llama.expert_count", 2)
            .floats("blk.0.ffn_up_exps.weight", 0, 8, 3, 2)
            .floats("blk.0.ffn_up.1.weight", 0, 8, 3);
    assertThatThrownBy(() -> open(twice))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("blk.0.ffn_up.1.weight")
        .hasMessageContaining("blk.0.ffn_up_exps.weight");
  }

  @Test
  void open_absurdNumberOfLayers_refused() {
    assertThatThrownBy(() -> open(model("smollm3", Integer.MAX_VALUE)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("smollm3.block_count");
  }

  @Test
  void tensor_gpt2_hasHuggingFacesOrientation() {
    Checkpoint checkpoint =
        open(
            model("gpt2").floats("blk.0.ffn_up.weight", 0, 2, 3).floats("blk.0.ffn_up.bias", 0, 3));
    String name = "transformer.h.0.mlp.c_fc.weight";
    assertThat(checkpoint.shape(name)).containsExactly(2, 3);
    assertThat(read(checkpoint.tensor(name))).containsExactly(0, 2, 4, 1, 3, 5);
    assertThat(checkpoint.tensor(name).transposed().mapped()).isPresent();
    assertThat(checkpoint.has("transformer.wte.weight")).isTrue();
  }

  @Test
  void open_phi3Factors_becomeLongrope() {
    Checkpoint checkpoint =
        open(
            model("phi3")
                .u32("phi3.rope.scaling.original_context_length", 32)
                .floats("rope_factors_long.weight", 2, 2)
                .floats("rope_factors_short.weight", 1, 2));
    ConfigView scaling = checkpoint.config().object("rope_scaling");
    assertThat(scaling.text("rope_type")).isEqualTo("longrope");
    assertThat(scaling.decimals("long_factor")).containsExactly(2.0, 3.0);
    assertThat(scaling.decimals("short_factor")).containsExactly(1.0, 2.0);
    assertThat(scaling.integer("original_max_position_embeddings")).isEqualTo(32);
    assertThat(checkpoint.tensorNames()).containsExactly("model.embed_tokens.weight");
  }

  @Test
  void open_gemma3_fillsInWhatTheFileLeavesOut() {
    ConfigView config = open(model("gemma3", 7).u32("gemma3.attention.sliding_window", 5)).config();
    assertThat(config.texts("layer_types").indexOf("full_attention")).isEqualTo(5);
    assertThat(config.decimal("rope_local_base_freq")).isEqualTo(10_000);
    assertThat(config.integer("query_pre_attn_scalar")).isEqualTo(4);
  }

  @Test
  void open_unknownArchitecture_listsTheKnownOnes() {
    assertThatThrownBy(() -> open(model("zebra")))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("zebra")
        .hasMessageContaining("qwen3");
  }

  @Test
  void open_sizesOutOfRange_refused() {
    GgufBytes noHeads =
        new GgufBytes()
            .text("general.architecture", "llama")
            .u32("llama.embedding_length", 8)
            .u32("llama.attention.head_count", 0)
            .floats("token_embd.weight", 0, 8, 6);
    assertThatThrownBy(() -> open(noHeads))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("llama.attention.head_count")
        .hasMessageContaining("value=0");
    GgufBytes large = model("llama").u32("llama.attention.key_length", -1);
    assertThatThrownBy(() -> open(large))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("value=4294967295");
  }

  @Test
  void assets_tokenizer_isTheMetadataAndTheirTokens() {
    ModelAssets assets = open(withTokenizer()).assets();
    Vocabulary.Gguf vocabulary = (Vocabulary.Gguf) assets.vocabulary();
    assertThat(vocabulary).isNotNull();
    assertThat(vocabulary.metadata())
        .containsKey("tokenizer.ggml.tokens")
        .doesNotContainKey("general.architecture");
    assertThat(assets.eosTokenIds()).containsExactly(1, 4, 3);
    assertThat(assets.bosTokenId()).isZero();
    assertThat(assets.addBosToken()).isTrue();
    assertThat(assets.specialTokens())
        .containsOnly(Map.entry("bos_token", "<s>"), Map.entry("eos_token", "</s>"));
    assertThat(assets.chatTemplate()).isEqualTo("C");
    assertThat(assets.namedChatTemplates()).containsOnly(Map.entry("tool_use", "T"));
  }

  @Test
  void withTokenizer_ggufFile_takesItsTokenizer() {
    ModelAssets none =
        new ModelAssets(null, null, Map.of(), Map.of(), null, List.of(7), null, Map.of(), 9, 9);
    Path file = withTokenizer().write(temp.resolve("t.gguf"));
    assertThat(Checkpoint.withTokenizer(none, file).eosTokenIds()).containsExactly(1, 4, 3, 7);
  }

  @Test
  void assets_tokenIdOutsideTheVocabulary_refused() {
    GgufBytes wrong =
        model("llama")
            .texts("tokenizer.ggml.tokens", List.of("a"))
            .u32("tokenizer.ggml.eos_token_id", 1);
    assertThatThrownBy(() -> open(wrong))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("eos_token_id")
        .hasMessageContaining("id=1");
  }

  @Test
  void open_folderWithSeveralModels_listsThem() {
    model("llama").write(temp.resolve("a.gguf"));
    assertThat(Checkpoint.open(temp).architecture()).isEqualTo("LlamaForCausalLM");
    model("llama").write(temp.resolve("b.gguf"));
    assertThatThrownBy(() -> Checkpoint.open(temp))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("a.gguf")
        .hasMessageContaining("b.gguf");
  }

  @Test
  void open_goldenFiles_agreeWithTheConfigTheyCameFrom() throws IOException {
    int cases = 0;
    try (Stream<Path> files = Files.walk(Goldens.require("goldens/gguf"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".gguf")).sorted().toList()) {
        ConfigView original =
            ConfigNormalizer.normalize(
                "config.json",
                new JsonFiles(file.resolveSibling("."), 1 << 20).object("config.json"));
        Checkpoint checkpoint = Checkpoint.open(file);
        for (String key :
            List.of(
                "hidden_size",
                "num_hidden_layers",
                "num_attention_heads",
                "num_key_value_heads",
                "intermediate_size",
                "max_position_embeddings",
                "vocab_size")) {
          assertThat(checkpoint.config().integer(key)).isEqualTo(original.integer(key));
        }
        assertThat(checkpoint.config().decimal("rope_theta"))
            .isEqualTo(original.decimal("rope_theta"));
        assertThat(checkpoint.config().decimal("rms_norm_eps"))
            .isEqualTo(original.decimal("rms_norm_eps"));
        assertThat(checkpoint.config().texts("architectures"))
            .isEqualTo(original.texts("architectures"));
        cases++;
      }
    }
    Goldens.report("GGUF configurations", cases);
  }

  private static GgufBytes withTokenizer() {
    return model("llama")
        .texts(
            "tokenizer.ggml.tokens", List.of("<s>", "</s>", "a", "<|im_end|>", "<eot>", "<|end|>"))
        .integers("tokenizer.ggml.token_type", 3, 3, 1, 3, 3, 1)
        .u32("tokenizer.ggml.bos_token_id", 0)
        .u32("tokenizer.ggml.eos_token_id", 1)
        .u32("tokenizer.ggml.eot_token_id", 4)
        .bool("tokenizer.ggml.add_bos_token", true)
        .text("tokenizer.chat_template", "C")
        .text("tokenizer.chat_template.tool_use", "T");
  }

  private static GgufBytes model(String architecture) {
    return model(architecture, 1);
  }

  private static GgufBytes model(String architecture, int layers) {
    return new GgufBytes()
        .text("general.architecture", architecture)
        .u32(architecture + ".embedding_length", 8)
        .u32(architecture + ".block_count", layers)
        .u32(architecture + ".attention.head_count", 2)
        .u32(architecture + ".feed_forward_length", 12)
        .u32(architecture + ".context_length", 64)
        .zeros("token_embd.weight", DType.F32, 0, 8, 6);
  }

  private Checkpoint open(GgufBytes bytes) {
    return Checkpoint.open(bytes.write(temp.resolve("test.gguf")));
  }

  private static float[] read(WeightSource source) {
    float[] values = new float[(int) source.elements()];
    source.readFloats(0, (int) source.rows(), FloatBuffer.wrap(values));
    return values;
  }
}
