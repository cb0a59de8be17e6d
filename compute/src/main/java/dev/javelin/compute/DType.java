// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * Element types of weights in files and of KV caches, with GGUF's names. Quantised types store
 * blocks of elements along a row; a row holds a whole number of blocks.
 */
public enum DType {
  F64(1, 8),
  F32(1, 4),
  F16(1, 2),
  BF16(1, 2),
  I8(1, 1),
  I16(1, 2),
  I32(1, 4),
  I64(1, 8),
  U8(1, 1),
  BOOL(1, 1),
  F8_E4M3(1, 1),
  F8_E5M2(1, 1),
  Q4_0(32, 18),
  Q4_1(32, 20),
  Q5_0(32, 22),
  Q5_1(32, 24),
  Q8_0(32, 34),
  Q2_K(256, 84),
  Q3_K(256, 110),
  Q4_K(256, 144),
  Q5_K(256, 176),
  Q6_K(256, 210),
  IQ1_S(256, 50),
  IQ1_M(256, 56),
  IQ2_XXS(256, 66),
  IQ2_XS(256, 74),
  IQ2_S(256, 82),
  IQ3_XXS(256, 98),
  IQ3_S(256, 110),
  IQ4_NL(32, 18),
  IQ4_XS(256, 136),
  TQ1_0(256, 54),
  TQ2_0(256, 66),
  MXFP4(32, 17),
  NVFP4(64, 36);

  private final int blockElements;
  private final int blockBytes;

  DType(int blockElements, int blockBytes) {
    this.blockElements = blockElements;
    this.blockBytes = blockBytes;
  }

  /** Elements a block; 1 for plain types. */
  public int blockElements() {
    return blockElements;
  }

  /** Bytes a block. */
  public int blockBytes() {
    return blockBytes;
  }

  /**
   * Bytes of a row of {@code columns} elements.
   *
   * @throws IllegalArgumentException if a row is not a whole number of blocks
   * @throws ArithmeticException on overflow
   */
  public long rowBytes(long columns) {
    if (columns < 0 || columns % blockElements != 0) {
      throw new IllegalArgumentException(
          "a row of "
              + this
              + " holds a multiple of "
              + blockElements
              + " elements: columns="
              + columns);
    }
    return Math.multiplyExact(columns / blockElements, (long) blockBytes);
  }
}
