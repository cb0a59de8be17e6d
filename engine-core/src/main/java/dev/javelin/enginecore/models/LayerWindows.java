// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.modelloader.ConfigView;
import java.util.Arrays;
import java.util.List;

/** Which layers of a model slide a window. */
final class LayerWindows {
  private LayerWindows() {}

  /** The window of each layer in tokens, 0 for full attention. */
  static int[] read(ConfigView config, int layers) {
    int[] windows = new int[layers];
    if (!config.has("sliding_window")) {
      return windows;
    }
    Arrays.fill(windows, config.positive("sliding_window"));
    if (!config.has("layer_types")) {
      return windows;
    }
    List<String> types = config.texts("layer_types");
    if (types.size() != layers) {
      throw config.invalid("layer_types", "one entry for each of the " + layers + " layers");
    }
    for (int i = 0; i < layers; i++) {
      switch (types.get(i)) {
        case "sliding_attention" -> {}
        case "full_attention" -> windows[i] = 0;
        default -> throw config.invalid("layer_types", "sliding_attention or full_attention");
      }
    }
    return windows;
  }
}
