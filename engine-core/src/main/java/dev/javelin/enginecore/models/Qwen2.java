// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.modelloader.Checkpoint;
import java.util.List;

/** Qwen2 and 2.5 (arXiv:2407.10671): Llama with biases on query, key and value. */
final class Qwen2 implements Architecture {
  @Override
  public List<String> names() {
    return List.of("Qwen2ForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    CommonConfig common = CommonConfig.read(checkpoint.config(), false);
    LlamaWeights weights =
        new LlamaWeights(new WeightMap(checkpoint), common) {
          @Override
          boolean attentionBias() {
            return true;
          }
        };
    return new ModelDefinition(Llama.spec(common, checkpoint, maxModelLen), weights.read());
  }
}
