// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import java.util.Arrays;

/**
 * The tokens of one row that may be drawn, in the order of their ids, with weights proportional to
 * their probabilities. Reused from row to row; not thread-safe.
 *
 * <p>Selecting never sorts. Its passes take time proportional to the vocabulary.
 */
final class Candidates {
  private final int[] ids;
  private final float[] logits;

  /** {@code exp((logit - max) / temperature)}: the likeliest token has weight 1. */
  private final double[] weights;

  private int size;
  private double totalWeight;

  Candidates(int vocabSize) {
    ids = new int[vocabSize];
    logits = new float[vocabSize];
    weights = new double[vocabSize];
  }

  /**
   * Applies temperature, min-p, top-k and top-p, in this order.
   *
   * @param row logits after bans, bias and penalties
   * @param max the largest of them, finite
   * @param params not greedy
   */
  void select(float[] row, float max, SamplingParams params) {
    collect(row, max, params);
    if (params.topP() < 1) {
      keepTopP(params.topP());
    }
  }

  /**
   * Takes the tokens that pass min-p (Nguyen et al., arXiv:2407.01082: at least {@code min_p} times
   * as likely as the likeliest) and top-k (at least as likely as the k-th, so ties at the border
   * stay).
   */
  private void collect(float[] row, float max, SamplingParams params) {
    int k = params.topK();
    boolean topK = k > 0 && k < row.length;
    float floor =
        topK
            ? DescendingWalk.value(DescendingWalk.keyAt(row, null, row.length, k))
            : Float.NEGATIVE_INFINITY;
    double temperature = params.temperature();
    double minP = params.minP();
    size = 0;
    totalWeight = 0;
    for (int id = 0; id < row.length; id++) {
      float logit = row[id];
      if (logit < floor || logit == Float.NEGATIVE_INFINITY) {
        continue;
      }
      double weight = Exponential.exp(((double) logit - max) / temperature);
      if (weight >= minP) {
        ids[size] = id;
        logits[size] = logit;
        weights[size++] = weight;
        totalWeight += weight;
      }
    }
  }

  /**
   * Keeps the likeliest tokens that together reach {@code topP} (Holtzman et al.,
   * arXiv:1904.09751): a token stays if those before it, from the likeliest down, hold less than
   * that. Of equally likely tokens the one with the higher id comes first.
   */
  private void keepTopP(double topP) {
    double limit = topP * totalWeight;
    int last = DescendingWalk.keyAt(logits, weights, size, limit);
    double above = 0;
    int ties = 0;
    double tieWeight = 0;
    for (int i = 0; i < size; i++) {
      int key = DescendingWalk.key(logits[i]);
      if (key > last) {
        above += weights[i];
      } else if (key == last) {
        ties++;
        tieWeight = weights[i];
      }
    }
    int keptTies = 0;
    while (keptTies < ties && above + keptTies * tieWeight < limit) {
      keptTies++;
    }
    compact(last, ties - keptTies);
  }

  /** Drops the tokens below a key, and the first {@code droppedTies} of those at it. */
  private void compact(int last, int droppedTies) {
    int kept = 0;
    int tie = 0;
    totalWeight = 0;
    for (int i = 0; i < size; i++) {
      int key = DescendingWalk.key(logits[i]);
      if (key > last || (key == last && tie++ >= droppedTies)) {
        ids[kept] = ids[i];
        logits[kept] = logits[i];
        weights[kept++] = weights[i];
        totalWeight += weights[i];
      }
    }
    size = kept;
  }

  /**
   * Draws a token by inverting the cumulative distribution in the order of ids.
   *
   * @param uniform in [0, 1)
   */
  int draw(double uniform) {
    double target = uniform * totalWeight;
    double cumulated = 0;
    int drawn = -1;
    for (int i = 0; i < size && cumulated <= target; i++) {
      if (weights[i] > 0) {
        cumulated += weights[i];
        drawn = i;
      }
    }
    return ids[drawn];
  }

  /** Overwrites a row with logits of the distribution that is drawn from; others get -Infinity. */
  void write(float[] row, float max, double temperature) {
    Arrays.fill(row, Float.NEGATIVE_INFINITY);
    for (int i = 0; i < size; i++) {
      row[ids[i]] = (float) (((double) logits[i] - max) / temperature);
    }
  }

  /** How many tokens are left. */
  int size() {
    return size;
  }

  /** The id of the token at {@code index}, ascending. */
  int id(int index) {
    return ids[index];
  }

  /** The probability of the token at {@code index}. */
  double probability(int index) {
    return weights[index] / totalWeight;
  }
}
