// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderWeights.Attention;
import dev.javelin.enginecore.models.DecoderWeights.FeedForward;
import dev.javelin.enginecore.models.DecoderWeights.Layer;
import dev.javelin.enginecore.models.DecoderWeights.Linear;
import java.util.ArrayList;
import java.util.List;

/** The tensor names of Llama and its many relatives, which override what they name otherwise. */
class LlamaWeights {
  final WeightMap map;
  final CommonConfig config;

  LlamaWeights(WeightMap map, CommonConfig config) {
    this.map = map;
    this.config = config;
  }

  /** All weights, or an error that lists what is missing. */
  final DecoderWeights<WeightSource> read() {
    int hidden = config.hiddenSize();
    WeightSource embedding = map.matrix("model.embed_tokens.weight", config.vocabSize(), hidden);
    List<Layer<WeightSource>> layers = new ArrayList<>();
    for (int i = 0; i < config.layers(); i++) {
      layers.add(layer("model.layers." + i));
    }
    Linear<WeightSource> head =
        config.tied()
            ? new Linear<>(embedding, null)
            : map.linear("lm_head", config.vocabSize(), hidden, false);
    var weights =
        new DecoderWeights<>(embedding, null, layers, map.norm("model.norm", hidden), head);
    map.verify();
    return weights;
  }

  Layer<WeightSource> layer(String prefix) {
    return new Layer<>(
        map.norm(prefix + ".input_layernorm", config.hiddenSize()),
        attention(prefix + ".self_attn"),
        null,
        map.norm(prefix + ".post_attention_layernorm", config.hiddenSize()),
        feedForward(prefix + ".mlp"),
        null);
  }

  Attention<WeightSource> attention(String prefix) {
    int hidden = config.hiddenSize();
    int queries = config.heads() * config.headDim();
    int keys = config.kvHeads() * config.headDim();
    return new Attention<>(
        map.linear(prefix + ".q_proj", queries, hidden, attentionBias()),
        map.linear(prefix + ".k_proj", keys, hidden, attentionBias()),
        map.linear(prefix + ".v_proj", keys, hidden, attentionBias()),
        map.linear(prefix + ".o_proj", hidden, queries, false),
        null,
        null);
  }

  FeedForward<WeightSource> feedForward(String prefix) {
    int hidden = config.hiddenSize();
    int inner = config.feedForwardSize();
    return new FeedForward<>(
        map.linear(prefix + ".gate_proj", inner, hidden, false),
        map.linear(prefix + ".up_proj", inner, hidden, false),
        map.linear(prefix + ".down_proj", hidden, inner, false));
  }

  /** Whether query, key and value projections must have biases. */
  boolean attentionBias() {
    return false;
  }
}
