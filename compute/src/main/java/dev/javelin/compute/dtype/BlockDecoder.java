// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/** Widens whole blocks of one type. */
@FunctionalInterface
interface BlockDecoder {
  /**
   * Widens the first {@code blocks} blocks of {@code source} into {@code target}, both from index
   * 0.
   */
  void decode(byte[] source, int blocks, float[] target);
}
