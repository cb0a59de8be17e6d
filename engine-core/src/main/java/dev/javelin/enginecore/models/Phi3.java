// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderWeights.Attention;
import dev.javelin.enginecore.models.DecoderWeights.FeedForward;
import dev.javelin.enginecore.models.DecoderWeights.Linear;
import dev.javelin.modelloader.Checkpoint;
import java.util.List;

/**
 * Phi-3 and Phi-4-mini (arXiv:2404.14219): Llama with fused projections, a window, and rope on part
 * of a head.
 */
final class Phi3 implements Architecture {
  @Override
  public List<String> names() {
    return List.of("Phi3ForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    CommonConfig common = CommonConfig.read(checkpoint.config(), false);
    return new ModelDefinition(
        Llama.spec(common, checkpoint, maxModelLen),
        new Weights(new WeightMap(checkpoint), common).read());
  }

  /** Rows of {@code qkv_proj} are query, key, value; rows of {@code gate_up_proj} gate, then up. */
  private static final class Weights extends LlamaWeights {
    Weights(WeightMap map, CommonConfig config) {
      super(map, config);
    }

    @Override
    Attention<WeightSource> attention(String prefix) {
      int hidden = config.hiddenSize();
      int queries = config.heads() * config.headDim();
      int keys = config.kvHeads() * config.headDim();
      WeightSource fused = map.matrix(prefix + ".qkv_proj.weight", queries + 2 * keys, hidden);
      return new Attention<>(
          new Linear<>(fused.rows(0, queries), null),
          new Linear<>(fused.rows(queries, keys), null),
          new Linear<>(fused.rows(queries + keys, keys), null),
          map.linear(prefix + ".o_proj", hidden, queries, false),
          null,
          null);
    }

    @Override
    FeedForward<WeightSource> feedForward(String prefix) {
      int inner = config.feedForwardSize();
      WeightSource fused =
          map.matrix(prefix + ".gate_up_proj.weight", 2 * inner, config.hiddenSize());
      return new FeedForward<>(
          new Linear<>(fused.rows(0, inner), null),
          new Linear<>(fused.rows(inner, inner), null),
          map.linear(prefix + ".down_proj", config.hiddenSize(), inner, false));
    }
  }
}
