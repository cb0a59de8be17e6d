// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.modelloader.Checkpoint;
import java.util.List;

/**
 * Mistral 7B and Nemo (arXiv:2310.06825): Llama with a sliding window on every layer where the
 * configuration has one.
 */
final class Mistral implements Architecture {
  @Override
  public List<String> names() {
    return List.of("MistralForCausalLM");
  }

  @Override
  public ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    CommonConfig common = CommonConfig.read(checkpoint.config(), false);
    return new ModelDefinition(
        Llama.spec(common, checkpoint, maxModelLen),
        new LlamaWeights(new WeightMap(checkpoint), common).read());
  }
}
