// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * What a backend is told when it is opened.
 *
 * @param device {@code "cpu"} or {@code "cuda[:n]"}
 * @param weightType the type to hold weights in, or {@link WeightType#AUTO}
 * @param threads threads for the ops; 0 means one a core
 */
public record BackendOptions(String device, WeightType weightType, int threads) {
  /** In which type a backend holds weights that it does not use as stored. */
  public enum WeightType {
    /** The backend's choice. */
    AUTO,
    FLOAT32,
    FLOAT16,
    BFLOAT16
  }
}
