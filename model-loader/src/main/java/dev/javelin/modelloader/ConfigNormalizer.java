// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Brings the configurations that transformers wrote over the years into one form, which is the only
 * one that readers know:
 *
 * <ul>
 *   <li>sizes under {@code hidden_size, num_hidden_layers, num_attention_heads, intermediate_size,
 *       max_position_embeddings, num_experts}, epsilon of layer norms under {@code layer_norm_eps},
 *       the weights' type under {@code torch_dtype}, the activation under {@code hidden_act}
 *   <li>{@code rope_theta}, {@code partial_rotary_factor}, and for sliding layers {@code
 *       rope_local_base_freq}; {@code rope_scaling} with a {@code rope_type}, and {@code
 *       original_max_position_embeddings} if the configuration has it anywhere, or absent where
 *       nothing is scaled
 *   <li>{@code sliding_window} only where it is in force: in the layers that {@code layer_types}
 *       calls {@code sliding_attention}, or in all if there is no {@code layer_types}
 * </ul>
 */
final class ConfigNormalizer {
  private static final String ROPE_TYPE = "rope_type";
  private static final String DEFAULT_ROPE = "default";
  private static final String ORIGINAL_LENGTH = "original_max_position_embeddings";
  private static final Set<String> ROPE_TYPES =
      Set.of("linear", "dynamic", "yarn", "longrope", "llama3");
  private static final String LAYER_TYPES = "layer_types";
  private static final String SLIDING_WINDOW = "sliding_window";

  /** A bound on what is built for each layer before any tensor shows that the layer exists. */
  static final int MOST_LAYERS = 10_000;

  /** Normal name first, then the names it goes by elsewhere. */
  private static final List<List<String>> ALIASES =
      List.of(
          List.of("hidden_size", "n_embd"),
          List.of("num_hidden_layers", "n_layer"),
          List.of("num_attention_heads", "n_head"),
          List.of("intermediate_size", "n_inner"),
          List.of("max_position_embeddings", "n_positions"),
          List.of("num_experts", "num_local_experts"),
          List.of("layer_norm_eps", "layer_norm_epsilon", "norm_epsilon"),
          List.of("torch_dtype", "dtype"),
          List.of("hidden_act", "hidden_activation", "activation_function"),
          List.of("rope_theta", "rotary_emb_base"),
          List.of("partial_rotary_factor", "rotary_pct"));

  /** Every how many layers attention is full, where the configuration leaves it to the model. */
  private static final Map<String, Integer> FULL_ATTENTION_EVERY =
      Map.of("gemma2", 2, "gpt_oss", 2, "cohere2", 4, "gemma3_text", 6);

  private final String source;
  private final Map<String, Object> config;

  private ConfigNormalizer(String source, Map<String, Object> config) {
    this.source = source;
    this.config = new LinkedHashMap<>(config);
  }

  /**
   * The normal form of a configuration.
   *
   * @param source the file, for messages
   */
  static ConfigView normalize(String source, Map<String, Object> config) {
    ConfigNormalizer normalizer = new ConfigNormalizer(source, config);
    normalizer.flattenRopeParameters();
    normalizer.fillAliases();
    normalizer.normalizeActivation();
    normalizer.normalizeRopeScaling();
    normalizer.normalizeSlidingWindow();
    return normalizer.view();
  }

  private ConfigView view() {
    return new ConfigView(source, config);
  }

  private void fillAliases() {
    for (List<String> names : ALIASES) {
      names.stream()
          .filter(config::containsKey)
          .findFirst()
          .ifPresent(name -> config.putIfAbsent(names.get(0), config.getOrDefault(name, "")));
    }
  }

  /** A Gemma configuration that says gelu has always meant its tanh form. */
  private void normalizeActivation() {
    if (view().text("model_type", "").startsWith("gemma")
        && "gelu".equals(config.get("hidden_act"))) {
      config.put("hidden_act", "gelu_pytorch_tanh");
    }
  }

  /**
   * transformers 5 holds all that concerns rotary embeddings in one object, or one a layer type.
   */
  private void flattenRopeParameters() {
    if (!config.containsKey("rope_parameters")) {
      return;
    }
    ConfigView parameters = view().object("rope_parameters");
    config.remove("rope_parameters");
    if (parameters.has("full_attention")) {
      if (parameters.has("sliding_attention")) {
        ConfigView sliding = parameters.object("sliding_attention");
        config.put("rope_local_base_freq", sliding.decimal("rope_theta"));
        String type = sliding.text(ROPE_TYPE, DEFAULT_ROPE);
        if (!type.equals(DEFAULT_ROPE)) {
          throw unsupportedRope("rope_parameters.sliding_attention.rope_type", type);
        }
      }
      parameters = parameters.object("full_attention");
    }
    Map<String, Object> scaling = new LinkedHashMap<>(parameters.members());
    for (String key : List.of("rope_theta", "partial_rotary_factor")) {
      Object value = scaling.remove(key);
      if (value != null) {
        config.put(key, value);
      }
    }
    if (!scaling.isEmpty()) {
      config.put("rope_scaling", scaling);
    }
  }

  private void normalizeRopeScaling() {
    if (!config.containsKey("rope_scaling")) {
      return;
    }
    Map<String, Object> scaling = new LinkedHashMap<>(view().object("rope_scaling").members());
    Object oldType = scaling.remove("type");
    Object type = scaling.getOrDefault(ROPE_TYPE, oldType == null ? "nothing" : oldType);
    if (DEFAULT_ROPE.equals(type)) {
      config.remove("rope_scaling");
      return;
    }
    String name = "su".equals(type) ? "longrope" : type.toString();
    if (!ROPE_TYPES.contains(name)) {
      throw unsupportedRope("rope_scaling.rope_type", name);
    }
    scaling.put(ROPE_TYPE, name);
    Object original = config.get(ORIGINAL_LENGTH);
    if (original != null) {
      scaling.putIfAbsent(ORIGINAL_LENGTH, original);
    }
    config.put("rope_scaling", scaling);
  }

  private UnsupportedModelException unsupportedRope(String key, String type) {
    return new UnsupportedModelException(
        "the kind of rope scaling is not supported: file=%s, %s=%s, expected default or one of %s"
            .formatted(source, key, Excerpt.of(type), ROPE_TYPES.stream().sorted().toList()));
  }

  private void normalizeSlidingWindow() {
    ConfigView view = view();
    if (!view.bool("use_sliding_window", true) || view.integer(SLIDING_WINDOW, 0) == 0) {
      config.remove(SLIDING_WINDOW);
    }
    if (config.containsKey(LAYER_TYPES) || !config.containsKey(SLIDING_WINDOW)) {
      return;
    }
    int every =
        view.integer(
            "sliding_window_pattern",
            view.integer(
                "_sliding_window_pattern",
                FULL_ATTENTION_EVERY.getOrDefault(view.text("model_type", ""), 0)));
    if (every > 0) {
      config.put(LAYER_TYPES, layerTypes(layer -> (layer + 1) % every != 0));
    } else if (view.has("use_sliding_window") && view.has("max_window_layers")) {
      int fullLayers = view.integer("max_window_layers");
      config.put(LAYER_TYPES, layerTypes(layer -> layer >= fullLayers));
    }
  }

  private List<String> layerTypes(IntPredicate sliding) {
    int layers = view().integer("num_hidden_layers");
    if (layers < 0 || layers > MOST_LAYERS) {
      throw new ModelLoadException(
          "the number of layers is out of range: file=%s, num_hidden_layers=%d, expected 0 to %d"
              .formatted(source, layers, MOST_LAYERS));
    }
    return IntStream.range(0, layers)
        .mapToObj(layer -> sliding.test(layer) ? "sliding_attention" : "full_attention")
        .toList();
  }
}
