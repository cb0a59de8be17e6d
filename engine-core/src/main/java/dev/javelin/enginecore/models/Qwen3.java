// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.WeightSource;
import dev.javelin.enginecore.models.DecoderWeights.Attention;
import dev.javelin.modelloader.Checkpoint;
import java.util.List;

/** Qwen3 (arXiv:2505.09388): Llama with an RMS norm over each query and key head. */
final class Qwen3 implements Architecture {
  @Override
  public List<String> names() {
    return List.of("Qwen3ForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    CommonConfig common = CommonConfig.read(checkpoint.config(), false);
    return new ModelDefinition(
        Llama.spec(common, checkpoint, maxModelLen),
        new HeadNormWeights(new WeightMap(checkpoint), common).read());
  }

  /** Llama's names and {@code q_norm}, {@code k_norm}. */
  static class HeadNormWeights extends LlamaWeights {
    HeadNormWeights(WeightMap map, CommonConfig config) {
      super(map, config);
    }

    @Override
    Attention<WeightSource> attention(String prefix) {
      Attention<WeightSource> plain = super.attention(prefix);
      return new Attention<>(
          plain.query(),
          plain.key(),
          plain.value(),
          plain.output(),
          map.norm(prefix + ".q_norm", config.headDim()),
          map.norm(prefix + ".k_norm", config.headDim()));
    }
  }
}
