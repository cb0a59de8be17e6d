// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.AttentionShape;
import dev.javelin.modelloader.ConfigView;
import java.util.ArrayList;
import java.util.List;

/**
 * Which layers of a model slide a window: what {@code layer_types} says, in tokens, 0 for full
 * attention.
 */
final class LayerWindows {
  private LayerWindows() {}

  static int[] read(ConfigView config, int layers) {
    int[] windows = new int[layers];
    List<String> types = config.has("layer_types") ? config.texts("layer_types") : List.of();
    if (!types.isEmpty() && types.size() != layers) {
      throw config.invalid("layer_types", "one entry for each of the " + layers + " layers");
    }
    for (int i = 0; i < types.size(); i++) {
      windows[i] =
          switch (types.get(i)) {
            case "sliding_attention" -> config.positive("sliding_window");
            case "full_attention" -> 0;
            default -> throw config.invalid("layer_types", "sliding_attention or full_attention");
          };
    }
    return windows;
  }

  /** A spec with the windows of its configuration. */
  static DecoderSpec apply(DecoderSpec spec, ConfigView config) {
    int[] windows = read(config, spec.layers().size());
    List<LayerSpec> layers = new ArrayList<>();
    for (int i = 0; i < windows.length; i++) {
      AttentionShape a = spec.layers().get(i).attention();
      layers.add(
          new LayerSpec(
              new AttentionShape(
                  a.heads(),
                  a.kvHeads(),
                  a.keyWidth(),
                  a.valueWidth(),
                  a.scale(),
                  a.softcap(),
                  windows[i]),
              spec.layers().get(i).rope()));
    }
    return new DecoderSpec(
        spec.hiddenSize(),
        spec.vocabSize(),
        spec.embeddingScale(),
        spec.norm(),
        spec.normEpsilon(),
        spec.activation(),
        spec.logitSoftcap(),
        layers);
  }
}
