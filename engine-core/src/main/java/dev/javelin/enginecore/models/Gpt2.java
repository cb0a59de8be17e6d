// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderSpec.NormKind;
import dev.javelin.enginecore.models.DecoderWeights.Attention;
import dev.javelin.enginecore.models.DecoderWeights.FeedForward;
import dev.javelin.enginecore.models.DecoderWeights.Layer;
import dev.javelin.enginecore.models.DecoderWeights.Linear;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.ConfigView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * GPT-2 (Radford et al., 2019): learned positions, layer norms, biases everywhere, a plain
 * feed-forward layer.
 */
final class Gpt2 implements Architecture {
  @Override
  public List<String> names() {
    return List.of("GPT2LMHeadModel");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    ConfigView config = checkpoint.config();
    int hidden = config.positive("hidden_size");
    int heads = config.positive("num_attention_heads");
    if (hidden % heads != 0) {
      throw config.invalid("num_attention_heads", "a divisor of hidden_size=" + hidden);
    }
    int headDim = hidden / heads;
    AttentionShape attention =
        new AttentionShape(heads, heads, headDim, headDim, 1 / Math.sqrt(headDim), 0, 0);
    DecoderSpec spec =
        new DecoderSpec(
            hidden,
            config.positive("vocab_size"),
            1,
            NormKind.LAYER,
            config.decimal("layer_norm_eps", 1e-5),
            CommonConfig.activation(config, "gelu_new"),
            0,
            Collections.nCopies(
                config.positive("num_hidden_layers"), new LayerSpec(attention, null)));
    return new ModelDefinition(spec, weights(checkpoint, spec));
  }

  private static DecoderWeights<WeightSource> weights(Checkpoint checkpoint, DecoderSpec spec) {
    WeightMap map = new WeightMap(checkpoint);
    ConfigView config = checkpoint.config();
    // The hub's files have no prefix, files that transformers wrote have one.
    String prefix = map.has("transformer.wte.weight") ? "transformer." : "";
    int hidden = spec.hiddenSize();
    int inner = config.has("intermediate_size") ? config.positive("intermediate_size") : 4 * hidden;
    WeightSource embedding = map.matrix(prefix + "wte.weight", spec.vocabSize(), hidden);
    WeightSource positions =
        map.matrix(prefix + "wpe.weight", config.positive("max_position_embeddings"), hidden);
    List<Layer<WeightSource>> layers = new ArrayList<>();
    for (int i = 0; i < spec.layers().size(); i++) {
      String layer = prefix + "h." + i;
      layers.add(
          new Layer<>(
              map.norm(layer + ".ln_1", hidden),
              attention(map, layer + ".attn", hidden),
              null,
              map.norm(layer + ".ln_2", hidden),
              new FeedForward<>(
                  null,
                  conv1d(map, layer + ".mlp.c_fc", inner, hidden),
                  conv1d(map, layer + ".mlp.c_proj", hidden, inner)),
              null));
    }
    Linear<WeightSource> head =
        map.has("lm_head.weight")
            ? map.linear("lm_head", spec.vocabSize(), hidden, false)
            : new Linear<>(embedding, null);
    var weights =
        new DecoderWeights<>(embedding, positions, layers, map.norm(prefix + "ln_f", hidden), head);
    map.verify();
    return weights;
  }

  private static Attention<WeightSource> attention(WeightMap map, String prefix, int hidden) {
    Linear<WeightSource> fused = conv1d(map, prefix + ".c_attn", 3 * hidden, hidden);
    return new Attention<>(
        part(fused, 0, hidden),
        part(fused, 1, hidden),
        part(fused, 2, hidden),
        conv1d(map, prefix + ".c_proj", hidden, hidden),
        null,
        null);
  }

  /** GPT-2's Conv1D stores [in, out]. */
  private static Linear<WeightSource> conv1d(WeightMap map, String prefix, int out, int in) {
    return new Linear<>(
        map.matrix(prefix + ".weight", in, out).transposed(), map.vector(prefix + ".bias", out));
  }

  private static Linear<WeightSource> part(Linear<WeightSource> fused, int index, int size) {
    WeightSource bias = fused.bias();
    return new Linear<>(
        fused.weight().rows((long) index * size, size),
        bias == null ? null : bias.columns((long) index * size, size));
  }
}
