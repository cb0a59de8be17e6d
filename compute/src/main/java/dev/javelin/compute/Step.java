// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import org.jspecify.annotations.Nullable;

/**
 * The ops of one forward pass. Ops return new tensors and never change their arguments, so that
 * model code reads as expressions. All tensors end with {@link #close}. One thread.
 *
 * <p>Every op accepts zero rows and then returns zero rows; NaN spreads to the results that depend
 * on it. Shapes are checked once at entry: {@link IllegalArgumentException} names the op and both
 * shapes.
 */
public interface Step extends AutoCloseable {
  /** The batch that this step works on. */
  StepInputs inputs();

  /** Rows of {@code table} [V, H] for the step's token ids: [T, H]. */
  Tensor embedding(Weight table);

  /** Rows of {@code table} [positions, H] for the step's positions: [T, H]. */
  Tensor positionEmbedding(Weight table);

  /**
   * {@code x / sqrt(mean(x^2) + epsilon) x weight} over groups of {@code weight.columns()} elements
   * of each row (arXiv:1910.07467); a row may hold several groups (a norm per head).
   */
  Tensor rmsNorm(Tensor x, Weight weight, double epsilon);

  /** {@code (x - mean) / sqrt(var + epsilon) x weight + bias} per row (arXiv:1607.06450). */
  Tensor layerNorm(Tensor x, Weight weight, @Nullable Weight bias, double epsilon);

  /** {@code x weight^T + bias}: [T, in] with weight [out, in] to [T, out]. */
  Tensor linear(Tensor x, Weight weight, @Nullable Weight bias);

  /**
   * Rotates each head of {@code x} [T, heads x width] by its token's position. Only the first
   * elements of a head that the table covers are rotated.
   */
  Tensor rope(Tensor x, int heads, RopeTable table);

  /**
   * Writes keys [T, Nkv x keyWidth] and values [T, Nkv x valueWidth] of a layer to the step's
   * slots.
   */
  void writeKeyValue(KVCache cache, int layer, Tensor keys, Tensor values);

  /**
   * Causal attention of the step's queries [T, Nq x keyWidth] over the cached keys and values of
   * their sequences: {@code softmax(mask(softcap(scale q k^T))) v} (arXiv:1706.03762), [T, Nq x
   * valueWidth].
   */
  Tensor attention(Tensor queries, KVCache cache, int layer, AttentionShape shape);

  /** {@code activation(gate) x up}, element-wise (arXiv:2002.05202). */
  Tensor gated(Activation activation, Tensor gate, Tensor up);

  /** {@code activation(x)}, element-wise. */
  Tensor activation(Activation activation, Tensor x);

  /** {@code a + b}. */
  Tensor add(Tensor a, Tensor b);

  /** {@code factor x x}. */
  Tensor scale(Tensor x, double factor);

  /** {@code cap x tanh(x / cap)}. */
  Tensor softcap(Tensor x, double cap);

  /** The given rows of {@code x}: [rows.length, columns]. */
  Tensor rows(Tensor x, int[] rows);

  /**
   * The index of the largest element of each row, the lowest one on a tie. A row with a NaN gives
   * -1.
   */
  int[] argmax(Tensor logits);

  /**
   * The k likeliest entries of each row with log-softmax over the whole row; k is at most the row's
   * width.
   */
  TopTokens topTokens(Tensor logits, int k);

  /**
   * Ends all tensors of this step but these. Never needed; called after each layer, it bounds what
   * a forward pass holds to the activations of one layer.
   */
  default void retain(Tensor... live) {}

  /** Copies row {@code row} to {@code target[0..columns)}. */
  void readRow(Tensor x, int row, float[] target);

  @Override
  void close();
}
