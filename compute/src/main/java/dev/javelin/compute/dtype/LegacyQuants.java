// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/**
 * GGUF's blocks of 32 elements with one scale: {@code d * q}, or {@code d * q + m} for the types
 * that end in 1. The low nibbles of a block are its first half, the high nibbles its second.
 */
final class LegacyQuants {
  private static final int BLOCK = 32;
  private static final int HALF = BLOCK / 2;

  private LegacyQuants() {}

  /** Block: f16 d; 16 bytes of nibbles, offset 8. */
  static void q4_0(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 18;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at);
      for (int i = 0; i < HALF; i++) {
        int pair = source[at + 2 + i];
        target[out + i] = d * ((pair & 0xf) - 8);
        target[out + HALF + i] = d * ((pair >> 4 & 0xf) - 8);
      }
    }
  }

  /** Block: f16 d; f16 m; 16 bytes of nibbles. */
  static void q4_1(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 20;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at);
      float m = LittleEndian.halfAt(source, at + 2);
      for (int i = 0; i < HALF; i++) {
        int pair = source[at + 4 + i];
        target[out + i] = d * (pair & 0xf) + m;
        target[out + HALF + i] = d * (pair >> 4 & 0xf) + m;
      }
    }
  }

  /** Block: f16 d; 32 fifth bits; 16 bytes of nibbles; offset 16. */
  static void q5_0(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 22;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at);
      int high = LittleEndian.intAt(source, at + 2);
      for (int i = 0; i < HALF; i++) {
        int pair = source[at + 6 + i];
        target[out + i] = d * ((pair & 0xf | (high >>> i & 1) << 4) - 16);
        target[out + HALF + i] = d * ((pair >> 4 & 0xf | (high >>> i + HALF & 1) << 4) - 16);
      }
    }
  }

  /** Block: f16 d; f16 m; 32 fifth bits; 16 bytes of nibbles. */
  static void q5_1(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 24;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at);
      float m = LittleEndian.halfAt(source, at + 2);
      int high = LittleEndian.intAt(source, at + 4);
      for (int i = 0; i < HALF; i++) {
        int pair = source[at + 8 + i];
        target[out + i] = d * (pair & 0xf | (high >>> i & 1) << 4) + m;
        target[out + HALF + i] = d * (pair >> 4 & 0xf | (high >>> i + HALF & 1) << 4) + m;
      }
    }
  }

  /** Block: f16 d; 32 signed bytes. */
  static void q8_0(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 34;
      int out = b * BLOCK;
      float d = LittleEndian.halfAt(source, at);
      for (int i = 0; i < BLOCK; i++) {
        target[out + i] = source[at + 2 + i] * d;
      }
    }
  }
}
