// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MaxModelLenTest {
  @Test
  void of_severalLengths_isTheSmallest() {
    assertThat(length(Map.of("max_position_embeddings", 512, "seq_length", 256))).isEqualTo(256);
    assertThat(length(Map.of("n_positions", 1024))).isEqualTo(1024);
  }

  @Test
  void of_ropeScaling_stretchesWhereTheLengthIsUnscaled() {
    assertThat(scaled(Map.of("rope_type", "linear", "factor", 4.0))).isEqualTo(400);
    assertThat(scaled(Map.of("rope_type", "dynamic", "factor", 1.5))).isEqualTo(100);
    assertThat(scaled(Map.of("rope_type", "llama3", "factor", 8.0))).isEqualTo(100);
    assertThat(scaled(Map.of("rope_type", "longrope"))).isEqualTo(100);
  }

  @Test
  void of_yarn_stretchesTheOriginalLength() {
    Map<String, Object> yarn =
        Map.of("rope_type", "yarn", "factor", 4.0, "original_max_position_embeddings", 64);
    assertThat(scaled(yarn)).isEqualTo(256);
  }

  @Test
  void of_gemma3_namesItsLengthScaledAlready() {
    assertThat(
            length(
                Map.of(
                    "model_type",
                    "gemma3_text",
                    "max_position_embeddings",
                    100,
                    "rope_scaling",
                    Map.of("rope_type", "linear", "factor", 8.0))))
        .isEqualTo(100);
  }

  @Test
  void of_noLengthOrNone_refused() {
    assertThatThrownBy(() -> length(Map.of())).isInstanceOf(ModelLoadException.class);
    assertThatThrownBy(() -> length(Map.of("max_position_embeddings", 0)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("length=0");
    assertThatThrownBy(() -> scaled(Map.of("rope_type", "linear", "factor", -4.0)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("length=-400");
  }

  private static int scaled(Map<String, Object> scaling) {
    return length(Map.of("max_position_embeddings", 100, "rope_scaling", scaling));
  }

  private static int length(Map<String, Object> config) {
    return MaxModelLen.of(ConfigNormalizer.normalize("config.json", config));
  }
}
