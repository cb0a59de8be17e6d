// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/** Element-wise nonlinearities of feed-forward layers. */
public enum Activation {
  /** {@code x / (1 + exp(-x))}. */
  SILU,
  /** {@code x/2 (1 + erf(x / sqrt 2))} (arXiv:1606.08415). */
  GELU,
  /** The tanh form of GELU: {@code x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))}. */
  GELU_TANH,
  /** {@code max(0, x)}. */
  RELU
}
