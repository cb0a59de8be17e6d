// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import java.util.Map;

/**
 * Numbers added to the logits of some ids; a banned token stays banned. Ids outside the vocabulary
 * are passed over.
 */
final class LogitBias {
  private final int[] ids;
  private final double[] biases;

  LogitBias(SamplingParams params) {
    Map<Integer, Double> bias = params.logitBias() == null ? Map.of() : params.logitBias();
    ids = bias.keySet().stream().mapToInt(id -> id).sorted().toArray();
    biases = new double[ids.length];
    for (int i = 0; i < ids.length; i++) {
      biases[i] = bias.getOrDefault(ids[i], 0.0);
    }
  }

  boolean active() {
    return ids.length > 0;
  }

  void apply(float[] row) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] >= 0 && ids[i] < row.length) {
        row[ids[i]] = (float) (row[ids[i]] + biases[i]);
      }
    }
  }
}
