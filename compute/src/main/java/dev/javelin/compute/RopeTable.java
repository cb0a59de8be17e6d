// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/** Precomputed cosines and sines of a {@link RopeAngles}, on the backend. */
public interface RopeTable extends AutoCloseable {
  /** Positions covered: {@code [0, positions)}. */
  int positions();

  @Override
  void close();
}
