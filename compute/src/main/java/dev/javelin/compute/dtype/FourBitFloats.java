// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/**
 * 4-bit floats (E2M1) under a shared scale. The table holds twice the element's value; the scales
 * are halved to match.
 */
final class FourBitFloats {
  /**
   * Twice the values of E2M1 (OCP Microscaling Formats v1.0, table 5); the highest bit is the sign.
   */
  private static final byte[] DOUBLED_E2M1 = {
    0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12
  };

  private FourBitFloats() {}

  /** Block of 32: one E8M0 exponent; 16 bytes of nibbles, low ones first. */
  static void mxfp4(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 17;
      float scale = halfOfE8m0(source[at] & 0xff);
      nibbles(source, at + 1, 16, scale, target, b * 32);
    }
  }

  /** Block of 64: four unsigned E4M3 scales; for each, 8 bytes of nibbles, low ones first. */
  static void nvfp4(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 36;
      for (int group = 0; group < 4; group++) {
        float scale = halfOfUnsignedE4m3(source[at + group] & 0xff);
        nibbles(source, at + 4 + 8 * group, 8, scale, target, b * 64 + 16 * group);
      }
    }
  }

  private static void nibbles(
      byte[] source, int at, int bytes, float scale, float[] target, int out) {
    for (int i = 0; i < bytes; i++) {
      int pair = source[at + i];
      target[out + i] = scale * DOUBLED_E2M1[pair & 0xf];
      target[out + bytes + i] = scale * DOUBLED_E2M1[pair >> 4 & 0xf];
    }
  }

  /** {@code 2^(exponent - 128)}; the two smallest are subnormal float32 numbers. */
  private static float halfOfE8m0(int exponent) {
    return Float.intBitsToFloat(exponent < 2 ? 0x00200000 << exponent : (exponent - 1) << 23);
  }

  private static float halfOfUnsignedE4m3(int bits) {
    if (bits == 0x7f) {
      return 0f;
    }
    int exponent = bits >> 3 & 0xf;
    int mantissa = bits & 7;
    return exponent == 0 ? mantissa * 0x1p-10f : Math.scalb(1f + mantissa / 8f, exponent - 8);
  }
}
