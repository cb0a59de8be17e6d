// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.AttentionShape;

/** Causal attention over one whole sequence, in double precision. */
public final class ReferenceAttention {
  private ReferenceAttention() {}

  /**
   * @param queries [L, heads x keyWidth], one a token of the sequence
   * @param keys [L, kvHeads x keyWidth]
   * @param values [L, kvHeads x valueWidth]
   * @return [L, heads x valueWidth]
   */
  public static Matrix of(Matrix queries, Matrix keys, Matrix values, AttentionShape shape) {
    Matrix result = Matrix.zeros(queries.rows(), shape.heads() * shape.valueWidth());
    for (int token = 0; token < queries.rows(); token++) {
      for (int head = 0; head < shape.heads(); head++) {
        row(queries, keys, values, shape, token, head, result);
      }
    }
    return result;
  }

  private static void row(
      Matrix queries,
      Matrix keys,
      Matrix values,
      AttentionShape shape,
      int token,
      int head,
      Matrix result) {
    int kvHead = head * shape.kvHeads() / shape.heads();
    int first = shape.window() == 0 ? 0 : Math.max(0, token - shape.window() + 1);
    double[] scores = new double[token - first + 1];
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = score(queries, keys, shape, token, head, first + i, kvHead);
      largest = Math.max(largest, scores[i]);
    }
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = Math.exp(scores[i] - largest);
      sum += scores[i];
    }
    for (int d = 0; d < shape.valueWidth(); d++) {
      double value = 0;
      for (int i = 0; i < scores.length; i++) {
        value += scores[i] / sum * values.get(first + i, kvHead * shape.valueWidth() + d);
      }
      result.set(token, head * shape.valueWidth() + d, value);
    }
  }

  private static double score(
      Matrix queries, Matrix keys, AttentionShape shape, int token, int head, int key, int kvHead) {
    double dot = 0;
    for (int d = 0; d < shape.keyWidth(); d++) {
      dot +=
          queries.get(token, head * shape.keyWidth() + d)
              * keys.get(key, kvHead * shape.keyWidth() + d);
    }
    double score = dot * shape.scale();
    return shape.softcap() == 0 ? score : shape.softcap() * Math.tanh(score / shape.softcap());
  }
}
