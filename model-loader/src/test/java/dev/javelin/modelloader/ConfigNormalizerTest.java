// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConfigNormalizerTest {
  @Test
  void normalize_ropeParameters_becomeThetaAndScaling() {
    ConfigView config =
        normalize(
            Map.of(
                "rope_parameters",
                Map.of(
                    "rope_type", "linear",
                    "factor", 2.0,
                    "rope_theta", 5e5,
                    "partial_rotary_factor", 0.5)));
    assertThat(config.decimal("rope_theta")).isEqualTo(5e5);
    assertThat(config.decimal("partial_rotary_factor")).isEqualTo(0.5);
    assertThat(config.object("rope_scaling").members())
        .containsOnly(Map.entry("rope_type", "linear"), Map.entry("factor", 2.0));
    assertThat(config.has("rope_parameters")).isFalse();
  }

  @Test
  void normalize_ropeParametersByLayerType_becomeTwoThetas() {
    ConfigView config =
        normalize(
            Map.of(
                "rope_parameters",
                Map.of(
                    "full_attention", Map.of("rope_type", "default", "rope_theta", 1e6),
                    "sliding_attention", Map.of("rope_type", "default", "rope_theta", 1e4))));
    assertThat(config.decimal("rope_theta")).isEqualTo(1e6);
    assertThat(config.decimal("rope_local_base_freq")).isEqualTo(1e4);
    assertThat(config.has("rope_scaling")).isFalse();
  }

  @Test
  void normalize_scaledSlidingRope_refused() {
    assertThatThrownBy(
            () ->
                normalize(
                    Map.of(
                        "rope_parameters",
                        Map.of(
                            "full_attention", Map.of("rope_theta", 1e6),
                            "sliding_attention",
                                Map.of("rope_type", "linear", "rope_theta", 1e4)))))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("linear");
  }

  @Test
  void normalize_oldRopeScaling_hasARopeType() {
    assertThat(scaling(Map.of("type", "linear", "factor", 2)))
        .containsOnly(Map.entry("rope_type", "linear"), Map.entry("factor", 2));
    assertThat(scaling(Map.of("type", "su", "factor", 2))).containsEntry("rope_type", "longrope");
    assertThat(
            normalize(Map.of("rope_scaling", Map.of("rope_type", "default"))).has("rope_scaling"))
        .isFalse();
  }

  @Test
  void normalize_originalLengthBesideTheScaling_isCopiedIntoIt() {
    ConfigView config =
        normalize(
            Map.of(
                "original_max_position_embeddings",
                64,
                "rope_scaling",
                Map.of("type", "longrope")));
    assertThat(config.object("rope_scaling").integer("original_max_position_embeddings"))
        .isEqualTo(64);
  }

  @Test
  void normalize_unknownOrUnnamedRopeScaling_refused() {
    assertThatThrownBy(() -> scaling(Map.of("rope_type", "spiral9", "factor", 2)))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("spiral9");
    assertThatThrownBy(() -> scaling(Map.of("factor", 2)))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("rope_type");
    assertThatThrownBy(() -> normalize(Map.of("rope_scaling", "linear")))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("rope_scaling");
  }

  @Test
  void normalize_otherNames_becomeTheNormalOnes() {
    ConfigView config =
        normalize(
            Map.of(
                "n_embd", 64, "n_layer", 3, "dtype", "bfloat16", "rotary_pct", 0.25, "n_head", 4));
    assertThat(config.integer("hidden_size")).isEqualTo(64);
    assertThat(config.integer("num_hidden_layers")).isEqualTo(3);
    assertThat(config.text("torch_dtype")).isEqualTo("bfloat16");
    assertThat(config.decimal("partial_rotary_factor")).isEqualTo(0.25);
    assertThat(normalize(Map.of("hidden_size", 8, "n_embd", 64)).integer("hidden_size"))
        .isEqualTo(8);
  }

  @Test
  void normalize_slidingWindowSwitchedOff_isGone() {
    Map<String, Object> off = Map.of("sliding_window", 64, "use_sliding_window", false);
    assertThat(normalize(off).has("sliding_window")).isFalse();
    assertThat(normalize(Map.of("sliding_window", 0)).has("sliding_window")).isFalse();
  }

  @Test
  void normalize_windowOfSomeLayers_saysWhich() {
    assertThat(windows(normalize(layers(4, Map.of("sliding_window_pattern", 3)))))
        .containsExactly(8, 8, 0, 8);
    assertThat(windows(normalize(layers(4, Map.of("model_type", "gemma2")))))
        .containsExactly(8, 0, 8, 0);
    assertThat(
            windows(
                normalize(layers(3, Map.of("use_sliding_window", true, "max_window_layers", 2)))))
        .containsExactly(0, 0, 8);
    assertThat(windows(normalize(layers(2, Map.of("model_type", "mistral")))))
        .containsExactly(8, 8);
  }

  @Test
  void normalize_absurdNumberOfLayers_refused() {
    assertThatThrownBy(() -> normalize(layers(Integer.MAX_VALUE, Map.of("model_type", "gemma2"))))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("num_hidden_layers=2147483647");
  }

  @Test
  void normalize_goldenConfigsOfTransformers4And5_areEqualToReaders() throws IOException {
    int cases = 0;
    try (Stream<Path> folders = Files.list(Goldens.require("goldens/tiny"))) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        JsonFiles files = new JsonFiles(folder, 1 << 20);
        ConfigView old = ConfigNormalizer.normalize("old", files.object("config.json"));
        ConfigView v5 = ConfigNormalizer.normalize("v5", files.object("config.v5.json"));
        assertThat(seen(v5)).as(folder.toString()).isEqualTo(seen(old));
        cases++;
      }
    }
    Goldens.report("configurations in two forms", cases);
  }

  private static Map<String, Object> seen(ConfigView config) {
    Map<String, Object> seen = new TreeMap<>();
    for (String key :
        List.of(
            "hidden_size",
            "num_hidden_layers",
            "num_attention_heads",
            "num_key_value_heads",
            "intermediate_size",
            "max_position_embeddings",
            "num_experts",
            "rope_theta",
            "rope_local_base_freq",
            "rope_scaling",
            "hidden_act",
            "torch_dtype",
            "layer_norm_eps",
            "rms_norm_eps",
            "query_pre_attn_scalar")) {
      if (config.has(key)) {
        seen.put(key, config.members().getOrDefault(key, ""));
      }
    }
    seen.put("partial_rotary_factor", config.decimal("partial_rotary_factor", 1));
    seen.put("windows", windows(config));
    return seen;
  }

  /** The window of each layer as readers are to understand it; 0 is full attention. */
  private static List<Integer> windows(ConfigView config) {
    int window = config.integer("sliding_window", 0);
    return IntStream.range(0, config.integer("num_hidden_layers"))
        .mapToObj(
            layer ->
                !config.has("layer_types")
                        || config.texts("layer_types").get(layer).equals("sliding_attention")
                    ? window
                    : 0)
        .toList();
  }

  private static Map<String, Object> layers(int count, Map<String, Object> more) {
    Map<String, Object> config = new TreeMap<>(more);
    config.put("num_hidden_layers", count);
    config.put("sliding_window", 8);
    return config;
  }

  private static Map<String, Object> scaling(Map<String, Object> ropeScaling) {
    return normalize(Map.of("rope_scaling", ropeScaling)).object("rope_scaling").members();
  }

  private static ConfigView normalize(Map<String, Object> config) {
    return ConfigNormalizer.normalize("config.json", config);
  }
}
