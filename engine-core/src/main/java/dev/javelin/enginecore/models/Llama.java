// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.RopeAngles;
import dev.javelin.enginecore.models.DecoderSpec.NormKind;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.ConfigView;
import java.util.ArrayList;
import java.util.List;

/**
 * Llama 1 to 3 (arXiv:2302.13971, arXiv:2407.21783), SmolLM2, TinyLlama and whoever uses the same
 * layout.
 */
final class Llama implements Architecture {
  @Override
  public List<String> names() {
    return List.of("LlamaForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    ConfigView config = checkpoint.config();
    CommonConfig common = CommonConfig.read(config, false);
    boolean attentionBias = config.bool("attention_bias", false);
    LlamaWeights weights =
        new LlamaWeights(new WeightMap(checkpoint), common) {
          @Override
          boolean attentionBias() {
            return attentionBias;
          }
        };
    return new ModelDefinition(spec(common, checkpoint, maxModelLen), weights.read());
  }

  /** The spec of a plain pre-norm model whose layers differ at most in their windows. */
  static DecoderSpec spec(CommonConfig common, Checkpoint checkpoint, int maxModelLen) {
    RopeAngles rope = Rope.read(checkpoint, common.headDim(), maxModelLen);
    List<LayerSpec> layers = new ArrayList<>();
    for (int window : LayerWindows.read(checkpoint.config(), common.layers())) {
      AttentionShape attention =
          new AttentionShape(
              common.heads(),
              common.kvHeads(),
              common.headDim(),
              common.headDim(),
              common.attentionScale(),
              0,
              window);
      layers.add(new LayerSpec(attention, rope));
    }
    return new DecoderSpec(
        common.hiddenSize(),
        common.vocabSize(),
        1,
        NormKind.RMS,
        common.normEpsilon(),
        CommonConfig.activation(checkpoint.config(), "silu"),
        0,
        layers);
  }
}
