// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;

/**
 * Penalties for tokens that one request has seen. In this order: repetition, {@code l / r} if
 * {@code l > 0} else {@code l * r}, for tokens of prompt and output (Keskar et al.,
 * arXiv:1909.05858); frequency, {@code l - f * count}, and presence, {@code l - p}, for tokens of
 * the output (as in the OpenAI API).
 */
final class Penalties {
  private final double repetition;
  private final double frequency;
  private final double presence;

  /** Counts in the output; tokens that only the prompt holds have 0. */
  private final TokenCounts counts = new TokenCounts();

  Penalties(SamplingParams params, TokenIds prompt) {
    repetition = params.repetitionPenalty();
    frequency = params.frequencyPenalty();
    presence = params.presencePenalty();
    if (repetition != 1) {
      for (int i = 0; i < prompt.size(); i++) {
        counts.add(prompt.getInt(i), 0);
      }
    }
  }

  /** Whether any penalty differs from its neutral value. */
  boolean active() {
    return repetition != 1 || frequency != 0 || presence != 0;
  }

  void append(int id) {
    if (active()) {
      counts.add(id, 1);
    }
  }

  void apply(float[] row) {
    for (int i = 0; i < counts.size(); i++) {
      int id = counts.id(i);
      if (id < row.length) {
        row[id] = (float) penalized(row[id], counts.count(i));
      }
    }
  }

  private double penalized(double logit, int count) {
    double repeated = logit > 0 ? logit / repetition : logit * repetition;
    return count == 0 ? repeated : repeated - frequency * count - presence;
  }
}
