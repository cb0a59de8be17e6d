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
    // Min-p and top-k each keep a head of the same descending order, so either may come first.
    collect(row, topKFloor(row, params.topK()));
    for (int i = 0; i < size; i++) {
      weights[i] = ((double) logits[i] - max) / params.temperature();
    }
    totalWeight = Exponential.replaceAll(weights, size);
    if (params.minP() > 0) {
      keepMinP(params.minP());
    }
    if (params.topP() < 1) {
      keepTopP(params.topP());
    }
  }

  /** The k-th largest logit: top-k keeps those at least as large, so ties at the border stay. */
  private static float topKFloor(float[] row, int k) {
    return k > 0 && k < row.length
        ? DescendingWalk.value(DescendingWalk.keyAt(row, null, row.length, k))
        : Float.NEGATIVE_INFINITY;
  }

  private void collect(float[] row, float floor) {
    int found = 0;
    for (int id = 0; id < row.length; id++) {
      if (row[id] >= floor && row[id] > Float.NEGATIVE_INFINITY) {
        ids[found] = id;
        logits[found++] = row[id];
      }
    }
    size = found;
  }

  /**
   * Keeps tokens that are at least {@code minP} times as likely as the likeliest
   * (arXiv:2407.01082).
   */
  private void keepMinP(double minP) {
    int kept = 0;
    totalWeight = 0;
    for (int i = 0; i < size; i++) {
      if (weights[i] >= minP) {
        totalWeight += weights[i];
        move(i, kept++);
      }
    }
    size = kept;
  }

  private void move(int from, int to) {
    ids[to] = ids[from];
    logits[to] = logits[from];
    weights[to] = weights[from];
  }

  /**
   * Keeps the likeliest tokens that together reach {@code topP} (arXiv:1904.09751): a token stays
   * if those before it, from the likeliest down, hold less than that. Of equally likely tokens the
   * one with the higher id comes first.
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
        totalWeight += weights[i];
        move(i, kept++);
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
      cumulated += weights[i];
      drawn = i;
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
