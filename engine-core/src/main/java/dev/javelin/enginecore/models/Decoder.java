// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.Backend;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.RopeTable;
import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderWeights.Attention;
import dev.javelin.enginecore.models.DecoderWeights.FeedForward;
import dev.javelin.enginecore.models.DecoderWeights.Layer;
import dev.javelin.enginecore.models.DecoderWeights.Linear;
import dev.javelin.enginecore.models.DecoderWeights.Norm;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A decoder-only transformer: runs any {@link DecoderSpec}. One thread; owns its weights. */
public final class Decoder implements AutoCloseable {
  private final DecoderSpec spec;
  private final DecoderWeights<Weight> weights;
  private final Map<WeightSource, Weight> loaded = new IdentityHashMap<>();
  private final Map<RopeAngles, RopeTable> ropeTables = new IdentityHashMap<>();

  /**
   * Loads the weights onto a backend.
   *
   * @param maxPositions positions that the rope tables cover
   */
  public Decoder(
      DecoderSpec spec, DecoderWeights<WeightSource> sources, Backend backend, int maxPositions) {
    this.spec = spec;
    try {
      weights = sources.map(source -> loaded.computeIfAbsent(source, backend::weight));
      for (LayerSpec layer : spec.layers()) {
        if (layer.rope() != null) {
          ropeTables.computeIfAbsent(
              layer.rope(), angles -> backend.ropeTable(angles, maxPositions));
        }
      }
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  public DecoderSpec spec() {
    return spec;
  }

  /**
   * The hidden states of the step's tokens after the final norm: [T, H]. Writes the keys and values
   * of every layer to the cache.
   */
  public Tensor forward(Step step, KVCache cache) {
    Tensor hidden = step.embedding(weights.embedding());
    if (spec.embeddingScale() != 1) {
      hidden = step.scale(hidden, spec.embeddingScale());
    }
    if (weights.positions() != null) {
      hidden = step.add(hidden, step.positionEmbedding(weights.positions()));
    }
    for (int i = 0; i < spec.layers().size(); i++) {
      Layer<Weight> layer = weights.layers().get(i);
      Tensor attended = attention(step, norm(step, hidden, layer.attentionNorm()), cache, i);
      hidden = step.add(hidden, norm(step, attended, layer.attentionOutputNorm()));
      Tensor fed =
          feedForward(step, norm(step, hidden, layer.feedForwardNorm()), layer.feedForward());
      hidden = step.add(hidden, norm(step, fed, layer.feedForwardOutputNorm()));
      step.retain(hidden);
    }
    return norm(step, hidden, weights.finalNorm());
  }

  /** The logits of hidden states: [rows, H] to [rows, V]. */
  public Tensor logits(Step step, Tensor hidden) {
    Tensor logits = linear(step, hidden, weights.head());
    return spec.logitSoftcap() == 0 ? logits : step.softcap(logits, spec.logitSoftcap());
  }

  private Tensor attention(Step step, Tensor x, KVCache cache, int index) {
    LayerSpec layer = spec.layers().get(index);
    Attention<Weight> w = weights.layers().get(index).attention();
    Tensor query = norm(step, linear(step, x, w.query()), w.queryNorm());
    Tensor key = norm(step, linear(step, x, w.key()), w.keyNorm());
    Tensor value = linear(step, x, w.value());
    if (layer.rope() != null) {
      RopeTable table = Objects.requireNonNull(ropeTables.get(layer.rope()));
      query = step.rope(query, layer.attention().heads(), table);
      key = step.rope(key, layer.attention().kvHeads(), table);
    }
    step.writeKeyValue(cache, index, key, value);
    return linear(step, step.attention(query, cache, index, layer.attention()), w.output());
  }

  private Tensor feedForward(Step step, Tensor x, FeedForward<Weight> w) {
    Tensor up = linear(step, x, w.up());
    Tensor inner =
        w.gate() == null
            ? step.activation(spec.activation(), up)
            : step.gated(spec.activation(), linear(step, x, w.gate()), up);
    return linear(step, inner, w.down());
  }

  private Tensor norm(Step step, Tensor x, @Nullable Norm<Weight> w) {
    if (w == null) {
      return x;
    }
    return switch (spec.norm()) {
      case RMS -> step.rmsNorm(x, w.weight(), spec.normEpsilon());
      case LAYER -> step.layerNorm(x, w.weight(), w.bias(), spec.normEpsilon());
    };
  }

  private static Tensor linear(Step step, Tensor x, Linear<Weight> w) {
    return step.linear(x, w.weight(), w.bias());
  }

  @Override
  public void close() {
    ropeTables.values().forEach(RopeTable::close);
    ropeTables.clear();
    loaded.values().forEach(Weight::close);
    loaded.clear();
  }
}
