// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.ConfigView;
import dev.javelin.modelloader.Conventions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * The expected frequencies are those of transformers 5.24's ROPE_INIT_FUNCTIONS for a head of 16
 * and base 10000.
 */
class RopeTest {
  private static final int HEAD = 16;

  private static RopeAngles read(int maxPositions, int maxModelLen, Map<String, Object> scaling) {
    Map<String, Object> config = new HashMap<>();
    config.put("rope_theta", 10000.0);
    config.put("max_position_embeddings", maxPositions);
    config.put("rope_scaling", scaling);
    return Rope.read(new ConfigOnly(new ConfigView("config.json", config)), HEAD, maxModelLen);
  }

  private static void assertFrequencies(RopeAngles angles, double factor, double... expected) {
    assertThat(angles.attentionFactor()).isCloseTo(factor, Offset.offset(1e-9));
    assertThat(angles.inverseFrequencies()).hasSize(expected.length);
    for (int i = 0; i < expected.length; i++) {
      assertThat(angles.inverseFrequencies()[i])
          .as("pair %d", i)
          .isCloseTo(expected[i], Offset.offset(1e-6 * expected[i]));
    }
  }

  @Test
  void read_dynamicBeyondTheTrainedLength_stretchesTheBase() {
    assertFrequencies(
        read(64, 128, Map.of("rope_type", "dynamic", "factor", 2.0)),
        1,
        1.0,
        0.2702961266040802,
        0.07305999845266342,
        0.019747832790017128,
        0.005337762646377087,
        0.0014427766436710954,
        0.00038997692172415555,
        0.00010540925723034889);
  }

  @Test
  void read_dynamicWithinTheTrainedLength_changesNothing() {
    RopeAngles dynamic = read(64, 64, Map.of("rope_type", "dynamic", "factor", 2.0));
    assertThat(dynamic.inverseFrequencies())
        .containsExactly(Rope.plain(10000, HEAD).inverseFrequencies(), Offset.offset(1e-12));
  }

  @Test
  void read_yarnWithItsOwnAttentionFactor_usesIt() {
    assertFrequencies(
        read(
            256,
            256,
            Map.of(
                "rope_type",
                "yarn",
                "factor",
                4.0,
                "original_max_position_embeddings",
                64,
                "attention_factor",
                1.25)),
        1.25,
        1.0,
        0.23717081546783447,
        0.04999999701976776,
        0.007905694656074047,
        0.0024999999441206455,
        0.0007905694656074047,
        0.0002500000118743628,
        7.905694656074047e-05);
  }

  @Test
  void read_yarnWithOtherBetasUntruncated_movesTheRamp() {
    assertFrequencies(
        read(
            256,
            256,
            Map.of(
                "rope_type",
                "yarn",
                "factor",
                4.0,
                "original_max_position_embeddings",
                64,
                "beta_fast",
                16,
                "beta_slow",
                2,
                "truncate",
                false)),
        1.138629436111989,
        1.0,
        0.14849025011062622,
        0.02500000037252903,
        0.007905694656074047,
        0.0024999999441206455,
        0.0007905694656074047,
        0.0002500000118743628,
        7.905694656074047e-05);
  }

  @Test
  void read_llama3_keepsShortWavesAndStretchesLongOnes() {
    assertFrequencies(
        read(
            512,
            512,
            Map.of(
                "rope_type",
                "llama3",
                "factor",
                8.0,
                "original_max_position_embeddings",
                64,
                "low_freq_factor",
                1.0,
                "high_freq_factor",
                4.0)),
        1,
        1.0,
        0.24438458681106567,
        0.013042256236076355,
        0.0039528473280370235,
        0.0012499999720603228,
        0.00039528473280370235,
        0.0001250000059371814,
        3.9528473280370235e-05);
  }

  @Test
  void read_longropeWithTooFewFactors_saysHowManyThereMustBe() {
    assertThatThrownBy(
            () ->
                read(
                    256,
                    64,
                    Map.of(
                        "rope_type",
                        "longrope",
                        "original_max_position_embeddings",
                        64,
                        "short_factor",
                        java.util.List.of(1.0, 2.0),
                        "long_factor",
                        java.util.List.of(1.0, 2.0))))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("short_factor")
        .hasMessageContaining("8");
  }

  /** A checkpoint without weights. */
  private record ConfigOnly(ConfigView config) implements Checkpoint {
    @Override
    public String architecture() {
      return "LlamaForCausalLM";
    }

    @Override
    public Conventions conventions() {
      return new Conventions(false, false);
    }

    @Override
    public Set<String> tensorNames() {
      return Set.of();
    }

    @Override
    public boolean has(String name) {
      return false;
    }

    @Override
    public WeightSource tensor(String name) {
      throw new ModelLoadException("no tensor " + name);
    }

    @Override
    public long[] shape(String name) {
      throw new ModelLoadException("no tensor " + name);
    }

    @Override
    public ModelAssets assets() {
      throw new UnsupportedOperationException("assets");
    }

    @Override
    public void close() {}
  }
}
