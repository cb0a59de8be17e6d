// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

/** Types that store one element by itself. Integers and F64 round to the nearest float32. */
final class PlainTypes {
  private static final float[] E4M3 = e4m3Values();

  private PlainTypes() {}

  static void f64(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = (float) Double.longBitsToDouble(LittleEndian.longAt(source, 8 * i));
    }
  }

  static void f32(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = Float.intBitsToFloat(LittleEndian.intAt(source, 4 * i));
    }
  }

  static void f16(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = LittleEndian.halfAt(source, 2 * i);
    }
  }

  /** The upper half of a float32. */
  static void bf16(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = Float.intBitsToFloat(LittleEndian.shortAt(source, 2 * i) << 16);
    }
  }

  static void i8(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = source[i];
    }
  }

  static void i16(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = LittleEndian.shortAt(source, 2 * i);
    }
  }

  static void i32(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = LittleEndian.intAt(source, 4 * i);
    }
  }

  static void i64(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = LittleEndian.longAt(source, 8 * i);
    }
  }

  static void u8(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = source[i] & 0xff;
    }
  }

  static void bool(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = source[i] == 0 ? 0f : 1f;
    }
  }

  static void f8e4m3(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = E4M3[source[i] & 0xff];
    }
  }

  /** The upper half of a binary16. */
  static void f8e5m2(byte[] source, int blocks, float[] target) {
    for (int i = 0; i < blocks; i++) {
      target[i] = LittleEndian.half((source[i] & 0xff) << 8);
    }
  }

  /**
   * The values of OCP E4M3: exponent bias 7, no infinities, and NaN only where all bits but the
   * sign are set (OCP 8-bit Floating Point Specification, table 1).
   */
  private static float[] e4m3Values() {
    float[] values = new float[256];
    for (int bits = 0; bits < 256; bits++) {
      int exponent = bits >> 3 & 0xf;
      int mantissa = bits & 7;
      float magnitude =
          exponent == 0 ? mantissa * 0x1p-9f : Math.scalb(1f + mantissa / 8f, exponent - 7);
      if ((bits & 0x7f) == 0x7f) {
        magnitude = Float.NaN;
      }
      values[bits] = bits < 128 ? magnitude : -magnitude;
    }
    return values;
  }
}
