// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.Activation;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.ConfigView;

/**
 * The fields that the configurations of Llama-like models share.
 *
 * @param hiddenSize H
 * @param layers L
 * @param heads Nq
 * @param kvHeads Nkv
 * @param headDim D
 * @param feedForwardSize F
 * @param vocabSize V
 * @param normEpsilon added under the root of norms
 * @param tied whether head and embedding are one matrix
 */
record CommonConfig(
    int hiddenSize,
    int layers,
    int heads,
    int kvHeads,
    int headDim,
    int feedForwardSize,
    int vocabSize,
    double normEpsilon,
    boolean tied) {

  /**
   * @param tiedByDefault what a missing {@code tie_word_embeddings} means
   */
  static CommonConfig read(ConfigView config, boolean tiedByDefault) {
    int hiddenSize = config.positive("hidden_size");
    int heads = config.positive("num_attention_heads");
    int kvHeads =
        config.has("num_key_value_heads") ? config.positive("num_key_value_heads") : heads;
    if (heads % kvHeads != 0) {
      throw config.invalid("num_key_value_heads", "a divisor of num_attention_heads=" + heads);
    }
    int headDim = config.has("head_dim") ? config.positive("head_dim") : hiddenSize / heads;
    if (headDim % 2 != 0 || headDim == 0) {
      throw config.invalid("head_dim", "an even number");
    }
    return new CommonConfig(
        hiddenSize,
        config.positive("num_hidden_layers"),
        heads,
        kvHeads,
        headDim,
        config.positive("intermediate_size"),
        config.positive("vocab_size"),
        config.decimal("rms_norm_eps", 1e-6),
        config.bool("tie_word_embeddings", tiedByDefault));
  }

  /** The scale of plain attention: one over the root of the head's width. */
  double attentionScale() {
    return 1 / Math.sqrt(headDim);
  }

  /**
   * The nonlinearity that a configuration names.
   *
   * @throws UnsupportedModelException if it is not implemented
   */
  static Activation activation(ConfigView config, String fallback) {
    String name = config.text("hidden_act", fallback);
    return switch (name) {
      case "silu", "swish" -> Activation.SILU;
      case "gelu" -> Activation.GELU;
      case "gelu_new", "gelu_pytorch_tanh", "gelu_fast" -> Activation.GELU_TANH;
      case "relu" -> Activation.RELU;
      default ->
          throw new UnsupportedModelException(
              config.source() + ": activation is not supported: hidden_act=" + name);
    };
  }
}
