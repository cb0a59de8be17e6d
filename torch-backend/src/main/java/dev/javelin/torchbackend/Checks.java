// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.StepInputs;

/** The checks at the entry of ops. Each message names the op and what does not match. */
final class Checks {
  private Checks() {}

  static void columns(String op, TorchTensor x, int expected, Object other) {
    require(x.columns() == expected, op, x, other);
  }

  static void sameShape(String op, TorchTensor a, TorchTensor b) {
    require(a.rows() == b.rows() && a.columns() == b.columns(), op, a, b);
  }

  /** A vector of {@code length}, or one that divides it into groups. */
  static void vector(String op, TorchTensor x, TorchWeight weight, boolean groups) {
    boolean fits =
        weight.rows() == 1
            && (groups
                ? weight.columns() > 0 && x.columns() % weight.columns() == 0
                : weight.columns() == x.columns());
    require(fits, op, x, weight);
  }

  static void tokens(String op, TorchTensor x, StepInputs inputs) {
    if (x.rows() != inputs.tokens()) {
      throw new IllegalArgumentException(
          op
              + ": expected one row for each token of the step: x="
              + x
              + ", tokens="
              + inputs.tokens());
    }
  }

  static void rope(TorchTensor x, int heads, int rotated) {
    if (heads < 1 || x.columns() % heads != 0 || x.columns() / heads < rotated) {
      throw new IllegalArgumentException(
          "rope: expected heads of at least the rotated width: x="
              + x
              + ", heads="
              + heads
              + ", rotated="
              + rotated);
    }
  }

  static void attention(TorchTensor queries, AttentionShape shape, KVCacheShape cache) {
    boolean fits =
        shape.kvHeads() == cache.kvHeads()
            && shape.keyWidth() == cache.keyWidth()
            && shape.valueWidth() == cache.valueWidth()
            && shape.kvHeads() > 0
            && shape.heads() % shape.kvHeads() == 0
            && queries.columns() == shape.heads() * shape.keyWidth();
    if (!fits) {
      throw new IllegalArgumentException(
          "attention: shapes do not match: queries="
              + queries
              + ", shape="
              + shape
              + ", cache="
              + cache);
    }
  }

  static void layer(String op, int layer, KVCacheShape cache) {
    if (layer < 0 || layer >= cache.layers()) {
      throw new IllegalArgumentException(
          op + ": no such layer: layer=" + layer + ", layers=" + cache.layers());
    }
  }

  /** Every value in {@code [0, limit)}. */
  static void indices(String op, String what, int[] values, int limit) {
    for (int value : values) {
      if (value < 0 || value >= limit) {
        throw new IllegalArgumentException(
            op + ": out of range: " + what + "=" + value + ", expected 0 to " + (limit - 1));
      }
    }
  }

  static void row(String op, int row, TorchTensor x) {
    if (row < 0 || row >= x.rows()) {
      throw new IllegalArgumentException(op + ": out of range: row=" + row + ", x=" + x);
    }
  }

  static void require(boolean condition, String op, Object first, Object second) {
    if (!condition) {
      throw new IllegalArgumentException(op + ": shapes do not match: " + first + " and " + second);
    }
  }
}
