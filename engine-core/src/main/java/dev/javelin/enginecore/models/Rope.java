// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.ConfigView;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads the rotary embedding of a configuration: plain (arXiv:2104.09864), or scaled for longer
 * contexts in one of the ways that Hugging Face configurations name.
 */
final class Rope {
  private static final List<String> TYPES =
      List.of("default", "linear", "dynamic", "llama3", "yarn", "longrope");

  private static final ConfigView NO_SCALING = new ConfigView("rope_scaling", Map.of());

  private Rope() {}

  /** Plain rope over a whole head: pair i of D/2 turns by {@code base^(-2i/D)} a position. */
  static RopeAngles plain(double base, int headDim) {
    return new RopeAngles(plainFrequencies(base, headDim), 1, false);
  }

  /**
   * The rope of a model.
   *
   * @param maxModelLen longest sequence that will be asked for; longrope and dynamic choose by it,
   *     once, so that cached keys stay right
   * @throws UnsupportedModelException if the kind of scaling is not implemented; names it
   */
  static RopeAngles read(Checkpoint checkpoint, int headDim, int maxModelLen) {
    ConfigView config = checkpoint.config();
    double base = config.decimal("rope_theta", 10000);
    int width = 2 * (int) (headDim * config.decimal("partial_rotary_factor", 1) / 2);
    RopeAngles angles = scaled(config, base, width, maxModelLen);
    double[] frequencies = angles.inverseFrequencies();
    if (checkpoint.has("rope_freqs.weight")) {
      divide(frequencies, checkpoint.tensor("rope_freqs.weight"));
    }
    return new RopeAngles(
        frequencies, angles.attentionFactor(), checkpoint.conventions().interleavedRope());
  }

  private static RopeAngles scaled(ConfigView config, double base, int width, int maxModelLen) {
    double[] plain = plainFrequencies(base, width);
    ConfigView scaling = config.has("rope_scaling") ? config.object("rope_scaling") : NO_SCALING;
    String type = scaling.text("rope_type", "default");
    return switch (type) {
      case "default" -> new RopeAngles(plain, 1, false);
      case "linear" -> new RopeAngles(divided(plain, scaling.decimal("factor")), 1, false);
      case "dynamic" -> dynamic(config, scaling, base, width, maxModelLen);
      case "llama3" -> llama3(plain, scaling);
      case "yarn" -> yarn(config, scaling, base, width);
      case "longrope" -> longrope(config, scaling, plain, maxModelLen);
      default ->
          throw new UnsupportedModelException(
              config.source()
                  + ": rope scaling is not supported: rope_type="
                  + type
                  + "; supported are "
                  + TYPES);
    };
  }

  private static double[] plainFrequencies(double base, int width) {
    double[] frequencies = new double[width / 2];
    Arrays.setAll(frequencies, i -> Math.pow(base, -2.0 * i / width));
    return frequencies;
  }

  private static double[] divided(double[] frequencies, double factor) {
    return Arrays.stream(frequencies).map(f -> f / factor).toArray();
  }

  private static void divide(double[] frequencies, WeightSource factors) {
    FloatBuffer values = FloatBuffer.allocate(Math.toIntExact(factors.elements()));
    factors.readFloats(0, Math.toIntExact(factors.rows()), values);
    for (int i = 0; i < Math.min(frequencies.length, values.capacity()); i++) {
      frequencies[i] /= values.get(i);
    }
  }

  /** NTK-aware scaling of the base, as if every sequence were {@code maxModelLen} long. */
  private static RopeAngles dynamic(
      ConfigView config, ConfigView scaling, double base, int width, int maxModelLen) {
    double factor = scaling.decimal("factor");
    int trained = config.positive("max_position_embeddings");
    double length = Math.max(maxModelLen, trained);
    double stretched =
        base * Math.pow(factor * length / trained - (factor - 1), width / (width - 2.0));
    return new RopeAngles(plainFrequencies(stretched, width), 1, false);
  }

  /**
   * Llama 3.1: long wavelengths are stretched, short ones kept, those between interpolated
   * (arXiv:2407.21783).
   */
  private static RopeAngles llama3(double[] plain, ConfigView scaling) {
    double factor = scaling.decimal("factor");
    double low = scaling.decimal("low_freq_factor", 1);
    double high = scaling.decimal("high_freq_factor", 4);
    double trained = scaling.decimal("original_max_position_embeddings");
    double[] frequencies = plain.clone();
    for (int i = 0; i < plain.length; i++) {
      double turns = trained * plain[i] / (2 * Math.PI);
      double keep = Math.min(1, Math.max(0, (turns - low) / (high - low)));
      frequencies[i] = keep * plain[i] + (1 - keep) * plain[i] / factor;
    }
    return new RopeAngles(frequencies, 1, false);
  }

  /**
   * YaRN (arXiv:2309.00071): a ramp over the dimensions between interpolated and plain frequencies.
   */
  private static RopeAngles yarn(ConfigView config, ConfigView scaling, double base, int width) {
    double factor = scaling.decimal("factor");
    double trained =
        scaling.decimal(
            "original_max_position_embeddings", config.decimal("max_position_embeddings", 0));
    double from = rampBound(scaling.decimal("beta_fast", 32), trained, base, width);
    double to = rampBound(scaling.decimal("beta_slow", 1), trained, base, width);
    if (scaling.bool("truncate", true)) {
      from = Math.floor(from);
      to = Math.ceil(to);
    }
    from = Math.max(0, from);
    to = Math.min(width - 1.0, to);
    double span = from == to ? 0.001 : to - from;
    double[] frequencies = plainFrequencies(base, width);
    for (int i = 0; i < frequencies.length; i++) {
      double interpolated = Math.min(1, Math.max(0, (i - from) / span));
      frequencies[i] *= (1 - interpolated) + interpolated / factor;
    }
    return new RopeAngles(frequencies, yarnAttentionFactor(scaling, factor), false);
  }

  /** The (fractional) pair whose angle makes {@code turns} turns over the trained context. */
  private static double rampBound(double turns, double trained, double base, int width) {
    return width * Math.log(trained / (turns * 2 * Math.PI)) / (2 * Math.log(base));
  }

  private static double yarnAttentionFactor(ConfigView scaling, double factor) {
    if (scaling.has("attention_factor")) {
      return scaling.decimal("attention_factor");
    }
    double scale = scaling.decimal("mscale", 0);
    double scaleAllDims = scaling.decimal("mscale_all_dim", 0);
    return scale != 0 && scaleAllDims != 0
        ? yarnScale(factor, scale) / yarnScale(factor, scaleAllDims)
        : yarnScale(factor, 1);
  }

  private static double yarnScale(double factor, double scale) {
    return factor <= 1 ? 1 : 0.1 * scale * Math.log(factor) + 1;
  }

  /**
   * LongRoPE (arXiv:2402.13753): a factor for each pair, another set beyond the trained context.
   */
  private static RopeAngles longrope(
      ConfigView config, ConfigView scaling, double[] plain, int maxModelLen) {
    double longest = config.decimal("max_position_embeddings");
    double trained =
        scaling.decimal(
            "original_max_position_embeddings",
            config.decimal("original_max_position_embeddings", longest));
    String key = maxModelLen > trained ? "long_factor" : "short_factor";
    double[] factors = scaling.decimals(key).stream().mapToDouble(Double::doubleValue).toArray();
    if (factors.length != plain.length) {
      throw scaling.invalid(key, "one number for each of the " + plain.length + " rotated pairs");
    }
    double[] frequencies = new double[plain.length];
    Arrays.setAll(frequencies, i -> plain[i] / factors[i]);
    double stretch = scaling.decimal("factor", longest / trained);
    double attentionFactor =
        scaling.decimal(
            "attention_factor",
            stretch <= 1 ? 1 : Math.sqrt(1 + Math.log(stretch) / Math.log(trained)));
    return new RopeAngles(frequencies, attentionFactor, false);
  }
}
