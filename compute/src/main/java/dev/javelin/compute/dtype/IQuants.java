// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/**
 * GGUF's IQ types: blocks of 256 elements (IQ4_NL: 32) that pick runs of elements out of a codebook
 * of {@link IqTables}.
 */
final class IQuants {
  private static final int BLOCK = 256;
  private static final float IQ1_DELTA = 0.125f;

  private IQuants() {}

  /** Block: f16 d; for 32 elements each: 4 entry bytes, then 4 x 7 sign bits and a 4-bit scale. */
  static void iq2_xxs(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 66;
      float d = LittleEndian.halfAt(source, at);
      for (int group = 0; group < 8; group++) {
        int qs = at + 2 + 8 * group;
        int signsAndScale = LittleEndian.intAt(source, qs + 4);
        float db = d * (0.5f + (signsAndScale >>> 28)) * 0.25f;
        for (int run = 0; run < 4; run++) {
          int signs = IqTables.evenSigns(signsAndScale >>> 7 * run & 0x7f);
          int entry = source[qs + run] & 0xff;
          int out = b * BLOCK + 32 * group + 8 * run;
          signed(IqTables.IQ2_XXS, entry, 8, db, signs, target, out);
        }
      }
    }
  }

  /** Block: f16 d; 32 x (9-bit entry, 7 sign bits); 8 bytes of two 4-bit scales for 16 elements. */
  static void iq2_xs(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 74;
      float d = LittleEndian.halfAt(source, at);
      for (int run = 0; run < 32; run++) {
        int q = LittleEndian.unsignedShortAt(source, at + 2 + 2 * run);
        float db = d * (0.5f + nibble(source, at + 66, run >> 1)) * 0.25f;
        int signs = IqTables.evenSigns(q >> 9);
        signed(IqTables.IQ2_XS, q & 511, 8, db, signs, target, b * BLOCK + 8 * run);
      }
    }
  }

  /** Block: f16 d; 32 entry bytes; 32 sign bytes; 8 bytes of high entry bits; 8 bytes of scales. */
  static void iq2_s(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 82;
      float d = LittleEndian.halfAt(source, at);
      for (int run = 0; run < 32; run++) {
        int high = source[at + 66 + (run >> 2)] >> 2 * (run & 3) & 3;
        int entry = source[at + 2 + run] & 0xff | high << 8;
        float db = d * (0.5f + nibble(source, at + 74, run >> 1)) * 0.25f;
        int signs = source[at + 34 + run];
        signed(IqTables.IQ2_S, entry, 8, db, signs, target, b * BLOCK + 8 * run);
      }
    }
  }

  /** Block: f16 d; 64 entry bytes; for 32 elements each: 4 x 7 sign bits and a 4-bit scale. */
  static void iq3_xxs(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 98;
      float d = LittleEndian.halfAt(source, at);
      for (int group = 0; group < 8; group++) {
        int signsAndScale = LittleEndian.intAt(source, at + 66 + 4 * group);
        float db = d * (0.5f + (signsAndScale >>> 28)) * 0.5f;
        for (int run = 0; run < 8; run++) {
          int signs = IqTables.evenSigns(signsAndScale >>> 7 * (run >> 1) & 0x7f);
          int entry = source[at + 2 + 8 * group + run] & 0xff;
          int out = b * BLOCK + 32 * group + 4 * run;
          signed(IqTables.IQ3_XXS, entry, 4, db, signs >> 4 * (run & 1), target, out);
        }
      }
    }
  }

  /**
   * Block: f16 d; 64 entry bytes; 8 bytes of ninth entry bits; 32 sign bytes; 4 bytes of scales.
   */
  static void iq3_s(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 110;
      float d = LittleEndian.halfAt(source, at);
      for (int run = 0; run < 64; run++) {
        int high = source[at + 66 + (run >> 3)] >> (run & 7) & 1;
        int entry = source[at + 2 + run] & 0xff | high << 8;
        float db = d * (1 + 2 * nibble(source, at + 106, run >> 3));
        int signs = source[at + 74 + (run >> 1)] >> 4 * (run & 1);
        signed(IqTables.IQ3_S, entry, 4, db, signs, target, b * BLOCK + 4 * run);
      }
    }
  }

  /** Block: f16 d; 32 entry bytes; 8 x (4 x 3 high entry bits, 3-bit scale, sign of the shift). */
  static void iq1_s(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 50;
      float d = LittleEndian.halfAt(source, at);
      for (int group = 0; group < 8; group++) {
        int qh = LittleEndian.unsignedShortAt(source, at + 34 + 2 * group);
        float dl = d * (2 * (qh >> 12 & 7) + 1);
        float delta = (qh & 0x8000) == 0 ? IQ1_DELTA : -IQ1_DELTA;
        for (int run = 0; run < 4; run++) {
          int entry = source[at + 2 + 4 * group + run] & 0xff | (qh >> 3 * run & 7) << 8;
          shifted(entry, dl, delta, target, b * BLOCK + 32 * group + 8 * run);
        }
      }
    }
  }

  /**
   * Block: 32 entry bytes; 16 bytes of two (3 high entry bits, sign of the shift); 4 x (4 x 3-bit
   * scale, 4 bits of the f16 d).
   */
  static void iq1_m(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 56;
      int scales = at + 48;
      int bits = 0;
      for (int part = 0; part < 4; part++) {
        bits |= LittleEndian.unsignedShortAt(source, scales + 2 * part) >> 12 << 4 * part;
      }
      float d = LittleEndian.half(bits);
      for (int run = 0; run < 32; run++) {
        int qh = nibble(source, at + 32, run);
        int word = LittleEndian.unsignedShortAt(source, scales + 2 * (run >> 3));
        float dl = d * (2 * (word >> 3 * (run >> 1 & 3) & 7) + 1);
        float delta = (qh & 8) == 0 ? IQ1_DELTA : -IQ1_DELTA;
        int entry = source[at + run] & 0xff | (qh & 7) << 8;
        shifted(entry, dl, delta, target, b * BLOCK + 8 * run);
      }
    }
  }

  /** Block of 32: f16 d; 16 bytes of level numbers, low nibbles first. */
  static void iq4_nl(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 18;
      levels(source, at + 2, LittleEndian.halfAt(source, at), target, b * 32);
    }
  }

  /**
   * Block: f16 d; 2 bytes of 2 high scale bits; 4 bytes of 4 low scale bits, offset 32; for each
   * scale 16 bytes of level numbers, low nibbles first.
   */
  static void iq4_xs(byte[] source, int blocks, float[] target) {
    for (int b = 0; b < blocks; b++) {
      int at = b * 136;
      float d = LittleEndian.halfAt(source, at);
      int highs = LittleEndian.unsignedShortAt(source, at + 2);
      for (int group = 0; group < 8; group++) {
        int scale = nibble(source, at + 4, group) | (highs >> 2 * group & 3) << 4;
        float dl = d * (scale - 32);
        levels(source, at + 8 + 16 * group, dl, target, b * BLOCK + 32 * group);
      }
    }
  }

  private static int nibble(byte[] source, int at, int index) {
    return source[at + (index >> 1)] >> 4 * (index & 1) & 0xf;
  }

  /** One entry times a scale; bit i of {@code signs} turns element i round. */
  private static void signed(
      byte[] grid, int entry, int length, float scale, int signs, float[] target, int out) {
    for (int i = 0; i < length; i++) {
      float magnitude = scale * grid[entry * length + i];
      target[out + i] = (signs >> i & 1) == 0 ? magnitude : -magnitude;
    }
  }

  private static void shifted(int entry, float scale, float delta, float[] target, int out) {
    for (int i = 0; i < 8; i++) {
      target[out + i] = scale * (IqTables.IQ1[8 * entry + i] + delta);
    }
  }

  private static void levels(byte[] source, int at, float scale, float[] target, int out) {
    for (int i = 0; i < 16; i++) {
      int pair = source[at + i];
      target[out + i] = scale * IqTables.IQ4_LEVELS[pair & 0xf];
      target[out + 16 + i] = scale * IqTables.IQ4_LEVELS[pair >> 4 & 0xf];
    }
  }
}
