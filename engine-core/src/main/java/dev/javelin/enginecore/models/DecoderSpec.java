// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.Activation;
import java.util.List;

/**
 * What distinguishes one decoder-only transformer from another. Which biases and which of the
 * optional norms exist is said by the {@link DecoderWeights}.
 *
 * @param hiddenSize H
 * @param vocabSize V, the number of logits
 * @param embeddingScale multiplies the token embeddings
 * @param norm the norm used everywhere
 * @param normEpsilon added under the root
 * @param activation the feed-forward layer's nonlinearity
 * @param logitSoftcap if not 0, logits become {@code cap x tanh(logit / cap)}
 * @param layers one entry a layer
 */
public record DecoderSpec(
    int hiddenSize,
    int vocabSize,
    double embeddingScale,
    NormKind norm,
    double normEpsilon,
    Activation activation,
    double logitSoftcap,
    List<LayerSpec> layers) {
  public DecoderSpec {
    layers = List.copyOf(layers);
  }

  /** Which formula normalises. */
  public enum NormKind {
    /** Divides by the root mean square. */
    RMS,
    /** Subtracts the mean and divides by the standard deviation. */
    LAYER
  }

  /** Key width and head count must agree over all layers, which share one KV cache shape. */
  public LayerSpec firstLayer() {
    return layers.get(0);
  }

  /** The window that every layer keeps to, in tokens, or 0 if a layer sees everything. */
  public int commonWindow() {
    int widest = 0;
    for (LayerSpec layer : layers) {
      int window = layer.attention().window();
      if (window == 0) {
        return 0;
      }
      widest = Math.max(widest, window);
    }
    return widest;
  }
}
