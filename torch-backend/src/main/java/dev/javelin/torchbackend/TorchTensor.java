// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.Tensor;

/**
 * A float32 matrix of a step.
 *
 * @param step the step that made it
 * @param value [rows, columns], contiguous
 */
record TorchTensor(TorchStep step, IValue value, int rows, int columns) implements Tensor {
  @Override
  public String toString() {
    return "[" + rows + ", " + columns + "]";
  }
}
