// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * An activation matrix [rows, columns], float32 in meaning. It belongs to the {@link Step} that
 * made it.
 */
public interface Tensor {
  /** Rows, usually the tokens of the step. */
  int rows();

  /** Width of a row. */
  int columns();
}
