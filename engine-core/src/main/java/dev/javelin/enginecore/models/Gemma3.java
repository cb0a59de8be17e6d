// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderSpec.NormKind;
import dev.javelin.enginecore.models.DecoderWeights.Layer;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.ConfigView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Gemma 3, text only (arXiv:2503.19786): norms before and after attention and feed-forward, a norm
 * over each query and key head, scaled embeddings, and local layers with a window and a rope of
 * their own between the global ones.
 */
final class Gemma3 implements Architecture {
  @Override
  public List<String> names() {
    return List.of("Gemma3ForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    CommonConfig common = CommonConfig.read(checkpoint.config(), true);
    UnaryOperator<WeightSource> norms =
        checkpoint.conventions().onePlusNorms() ? norm -> norm.plus(1) : UnaryOperator.identity();
    return new ModelDefinition(
        spec(common, checkpoint, maxModelLen),
        new Weights(new WeightMap(checkpoint, norms), common).read());
  }

  private static DecoderSpec spec(CommonConfig common, Checkpoint checkpoint, int maxModelLen) {
    ConfigView config = checkpoint.config();
    RopeAngles global = Rope.read(checkpoint, common.headDim(), maxModelLen);
    RopeAngles local = Rope.plain(config.decimal("rope_local_base_freq", 10000), common.headDim());
    List<LayerSpec> layers = new ArrayList<>();
    for (int window : LayerWindows.read(config, common.layers())) {
      AttentionShape attention =
          new AttentionShape(
              common.heads(),
              common.kvHeads(),
              common.headDim(),
              common.headDim(),
              1 / Math.sqrt(config.decimal("query_pre_attn_scalar", common.headDim())),
              config.decimal("attn_logit_softcapping", 0),
              window);
      layers.add(new LayerSpec(attention, window == 0 ? global : local));
    }
    return new DecoderSpec(
        common.hiddenSize(),
        common.vocabSize(),
        Math.sqrt(common.hiddenSize()),
        NormKind.RMS,
        common.normEpsilon(),
        CommonConfig.activation(config, "gelu_pytorch_tanh"),
        config.decimal("final_logit_softcapping", 0),
        layers);
  }

  /** Qwen3's names and two more norms a layer. */
  private static final class Weights extends Qwen3.HeadNormWeights {
    Weights(WeightMap map, CommonConfig config) {
      super(map, config);
    }

    @Override
    Layer<WeightSource> layer(String prefix) {
      int hidden = config.hiddenSize();
      return new Layer<>(
          map.norm(prefix + ".input_layernorm", hidden),
          attention(prefix + ".self_attn"),
          map.norm(prefix + ".post_attention_layernorm", hidden),
          map.norm(prefix + ".pre_feedforward_layernorm", hidden),
          feedForward(prefix + ".mlp"),
          map.norm(prefix + ".post_feedforward_layernorm", hidden));
    }
  }
}
