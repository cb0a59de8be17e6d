// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.Arrays;
import java.util.List;

/**
 * Log-probabilities of a row: {@code l - log(sum(exp(l)))}, summed in double precision. A token's
 * rank is the number of tokens at least as likely as it, itself included, so tied tokens share the
 * worst of their ranks. A row with NaN or Infinity, or without a finite logit, gives NaN.
 */
public final class Logprobs {
  /** Logits whose exponentials are taken at once. */
  private static final int BLOCK = 1024;

  private Logprobs() {}

  /**
   * The log-probabilities of a token and of the likeliest ones.
   *
   * @param logits one row, which is only read
   * @param tokenId the sampled or given token
   * @param k how many of the likeliest to add, in descending order, of equals the lower id first;
   *     -1 for all
   */
  public static TokenLogprobs of(float[] logits, int tokenId, int k) {
    int count = k == -1 ? logits.length : Math.min(k, logits.length);
    int[] ids = new int[count + 1];
    ids[0] = tokenId;
    if (count > 0) {
      top(logits, count, ids);
    }
    return gather(logits, ids);
  }

  /**
   * The log-probabilities of a token and of given ones.
   *
   * @param logits one row, which is only read
   * @param tokenId the sampled token
   * @param others the ids to add, in their order; those outside the row get -Infinity
   */
  public static TokenLogprobs ofIds(float[] logits, int tokenId, List<Integer> others) {
    int[] ids = new int[others.size() + 1];
    ids[0] = tokenId;
    for (int i = 0; i < others.size(); i++) {
      ids[i + 1] = others.get(i);
    }
    return gather(logits, ids);
  }

  private static TokenLogprobs gather(float[] logits, int[] ids) {
    double logSum = logSumExp(logits);
    float[] logprobs = new float[ids.length];
    for (int i = 0; i < ids.length; i++) {
      boolean known = ids[i] >= 0 && ids[i] < logits.length;
      logprobs[i] = known ? (float) (logits[ids[i]] - logSum) : Float.NEGATIVE_INFINITY;
    }
    return new TokenLogprobs(TokenIds.of(ids), logprobs, rank(logits, logits[ids[0]]));
  }

  private static double logSumExp(float[] logits) {
    float max = Float.NEGATIVE_INFINITY;
    for (float logit : logits) {
      max = logit > max ? logit : max;
    }
    double sum = 0;
    double[] block = new double[Math.min(BLOCK, logits.length)];
    for (int from = 0; from < logits.length; from += BLOCK) {
      int length = Math.min(BLOCK, logits.length - from);
      for (int i = 0; i < length; i++) {
        block[i] = (double) logits[from + i] - max;
      }
      sum += Exponential.replaceAll(block, length);
    }
    return max + StrictMath.log(sum);
  }

  private static int rank(float[] logits, float value) {
    int key = DescendingWalk.key(value);
    int rank = 0;
    for (float logit : logits) {
      rank += DescendingWalk.key(logit) >= key ? 1 : 0;
    }
    return rank;
  }

  /** Writes the ids of the {@code count} largest logits to {@code ids[1..count]}. */
  private static void top(float[] logits, int count, int[] ids) {
    int last = DescendingWalk.keyAt(logits, null, logits.length, count);
    long[] order = new long[count];
    int found = 0;
    for (int id = 0; id < logits.length; id++) {
      int key = DescendingWalk.key(logits[id]);
      if (key > last) {
        order[found++] = descending(key, id);
      }
    }
    for (int id = 0; found < count; id++) {
      if (DescendingWalk.key(logits[id]) == last) {
        order[found++] = descending(last, id);
      }
    }
    Arrays.sort(order);
    for (int i = 0; i < count; i++) {
      ids[i + 1] = (int) order[i];
    }
  }

  /** Sorts by key from the largest down, then by id from the lowest up. */
  private static long descending(int key, int id) {
    return ((long) ~key << Integer.SIZE) | id;
  }
}
