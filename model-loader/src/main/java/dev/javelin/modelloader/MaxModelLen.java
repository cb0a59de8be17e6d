// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import java.util.List;

/**
 * The longest sequence that a configuration allows, by vLLM's rules: the smallest of the lengths it
 * names, stretched by rope scaling where the length is the unscaled one.
 */
final class MaxModelLen {
  private static final List<String> LENGTHS =
      List.of(
          "max_position_embeddings",
          "n_ctx",
          "max_seq_len",
          "seq_length",
          "model_max_length",
          "max_target_positions",
          "max_sequence_length",
          "max_seq_length",
          "seq_len");

  private MaxModelLen() {}

  /** The length in tokens for a configuration in normal form. */
  static int of(ConfigView config) {
    int named =
        LENGTHS.stream()
            .filter(config::has)
            .mapToInt(config::integer)
            .min()
            .orElseThrow(
                () ->
                    new ModelLoadException(
                        "the configuration lacks a maximum length: file=%s, expected one of %s"
                            .formatted(config.source(), LENGTHS)));
    boolean scales =
        config.has("rope_scaling") && !config.text("model_type", "").startsWith("gemma3");
    int length = scales ? scaled(named, config.object("rope_scaling")) : named;
    if (length < 1) {
      throw new ModelLoadException(
          "the maximum length must be 1 or more: file=%s, length=%d"
              .formatted(config.source(), length));
    }
    return length;
  }

  private static int scaled(int length, ConfigView scaling) {
    double factor = scaling.decimal("factor", 1);
    return switch (scaling.text("rope_type")) {
      // Up to the trained length dynamic scaling changes nothing; beyond it every shorter sequence
      // would suffer.
      case "longrope", "llama3", "dynamic" -> length;
      case "yarn" -> (int) (scaling.integer("original_max_position_embeddings", length) * factor);
      default -> (int) (length * factor);
    };
  }
}
