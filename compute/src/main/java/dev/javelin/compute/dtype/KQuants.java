// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/**
 * GGUF's K types: super-blocks of 256 elements, cut into groups of 16 or 32 whose scales (and
 * minima) are themselves small integers: {@code (d * scale) * q - (dmin * min)}.
 */
final class KQuants {
  private static final int BLOCK = 256;

  private KQuants() {}

  /** Block: 16 bytes of scale and min nibbles; 64 bytes of 2-bit q; f16 d; f16 dmin. */
  static void q2_K(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 84;
      float d = LittleEndian.halfAt(source, at + 80);
      float dmin = LittleEndian.halfAt(source, at + 82);
      for (int group = 0; group < 16; group++) {
        int scales = source[at + group];
        float dl = d * (scales & 0xf);
        float ml = dmin * (scales >> 4 & 0xf);
        int qs = at + 16 + quarterByte(group);
        int shift = quarterShift(group);
        int out = b * BLOCK + group * 16;
        for (int i = 0; i < 16; i++) {
          target[out + i] = dl * (source[qs + i] >> shift & 3) - ml;
        }
      }
    }
  }

  /**
   * Block: 32 bytes of third bits; 64 bytes of 2-bit q; 12 bytes of 6-bit scales, offset 32; f16 d.
   * A third bit that is clear takes 4 away.
   */
  static void q3_K(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 110;
      float d = LittleEndian.halfAt(source, at + 108);
      for (int group = 0; group < 16; group++) {
        int low = source[at + 96 + (group & 7)] >> (group < 8 ? 0 : 4) & 0xf;
        int high = source[at + 104 + (group & 3)] >> 2 * (group >> 2) & 3;
        float dl = d * ((low | high << 4) - 32);
        int qs = at + 32 + quarterByte(group);
        int shift = quarterShift(group);
        int mask = at + 16 * (group & 1);
        int maskBit = group >> 1;
        int out = b * BLOCK + group * 16;
        for (int i = 0; i < 16; i++) {
          int above = (source[mask + i] >> maskBit & 1) << 2;
          target[out + i] = dl * ((source[qs + i] >> shift & 3) + above - 4);
        }
      }
    }
  }

  /** Block: f16 d; f16 dmin; 12 bytes of 6-bit scales and minima; 128 bytes of nibbles. */
  static void q4_K(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 144;
      float d = LittleEndian.halfAt(source, at);
      float dmin = LittleEndian.halfAt(source, at + 2);
      for (int group = 0; group < 8; group++) {
        float dl = d * scale(source, at + 4, group);
        float ml = dmin * min(source, at + 4, group);
        int qs = at + 16 + 32 * (group >> 1);
        int shift = 4 * (group & 1);
        int out = b * BLOCK + group * 32;
        for (int i = 0; i < 32; i++) {
          target[out + i] = dl * (source[qs + i] >> shift & 0xf) - ml;
        }
      }
    }
  }

  /** As {@link #q4_K}, with 32 bytes of fifth bits between the scales and the nibbles. */
  static void q5_K(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 176;
      float d = LittleEndian.halfAt(source, at);
      float dmin = LittleEndian.halfAt(source, at + 2);
      for (int group = 0; group < 8; group++) {
        float dl = d * scale(source, at + 4, group);
        float ml = dmin * min(source, at + 4, group);
        int qh = at + 16;
        int qs = at + 48 + 32 * (group >> 1);
        int shift = 4 * (group & 1);
        int out = b * BLOCK + group * 32;
        for (int i = 0; i < 32; i++) {
          int high = (source[qh + i] >> group & 1) << 4;
          target[out + i] = dl * (source[qs + i] >> shift & 0xf | high) - ml;
        }
      }
    }
  }

  /**
   * Block: 128 bytes of low nibbles; 64 bytes of 2 high bits; 16 signed scales; f16 d; offset 32.
   */
  static void q6_K(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 210;
      float d = LittleEndian.halfAt(source, at + 208);
      for (int group = 0; group < 16; group++) {
        float dl = d * source[at + 192 + group];
        int run = group >> 1;
        int within = 16 * (group & 1);
        int ql = at + 64 * (run >> 2) + 32 * (run & 1) + within;
        int lowShift = 4 * (run >> 1 & 1);
        int qh = at + 128 + 32 * (run >> 2) + within;
        int highShift = 2 * (run & 3);
        int out = b * BLOCK + group * 16;
        for (int i = 0; i < 16; i++) {
          int low = source[ql + i] >> lowShift & 0xf;
          int high = (source[qh + i] >> highShift & 3) << 4;
          target[out + i] = dl * ((low | high) - 32);
        }
      }
    }
  }

  /** Where a group's 2-bit fields begin: 32 bytes hold four runs of 32 elements. */
  private static int quarterByte(int group) {
    return 32 * (group >> 3) + 16 * (group & 1);
  }

  private static int quarterShift(int group) {
    return 2 * (group >> 1 & 3);
  }

  /** The 6-bit scale of one of 8 groups: four whole ones, then four whose upper bits lie apart. */
  private static int scale(byte[] source, int at, int group) {
    return group < 4
        ? source[at + group] & 0x3f
        : source[at + 4 + group] & 0xf | source[at + group - 4] >> 2 & 0x30;
  }

  private static int min(byte[] source, int at, int group) {
    return group < 4
        ? source[at + 4 + group] & 0x3f
        : source[at + 4 + group] >> 4 & 0xf | source[at + group] >> 2 & 0x30;
  }
}
