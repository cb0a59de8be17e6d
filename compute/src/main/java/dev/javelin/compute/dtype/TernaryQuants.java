// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/** GGUF's ternary types: blocks of 256 elements {@code d * q} with q in -1, 0, 1. */
final class TernaryQuants {
  private static final int BLOCK = 256;

  private TernaryQuants() {}

  /**
   * Block: 48 bytes with five base-3 digits each, as 32 and 16; 4 bytes with four digits; f16 d. A
   * byte is the digits as a fraction of 256, so that multiplying by 3 moves the next one out.
   */
  static void tq1_0(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 54;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at + 52);
      digits(source, at, 32, 5, d, target, out);
      digits(source, at + 32, 16, 5, d, target, out + 160);
      digits(source, at + 48, 4, 4, d, target, out + 240);
    }
  }

  private static void digits(
      byte[] source, int at, int bytes, int count, float d, float[] target, int out) {
    int power = 1;
    for (int digit = 0; digit < count; digit++) {
      for (int i = 0; i < bytes; i++) {
        int rest = (source[at + i] & 0xff) * power & 0xff;
        target[out + digit * bytes + i] = d * ((rest * 3 >> 8) - 1);
      }
      power *= 3;
    }
  }

  /** Block: 64 bytes of 2-bit q, offset 1; f16 d. */
  static void tq2_0(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 66;
      float d = LittleEndian.halfAt(source, at + 64);
      for (int run = 0; run < 8; run++) {
        int qs = at + 32 * (run >> 2);
        int shift = 2 * (run & 3);
        int out = b * BLOCK + 32 * run;
        for (int i = 0; i < 32; i++) {
          target[out + i] = d * ((source[qs + i] >> shift & 3) - 1);
        }
      }
    }
  }
}
