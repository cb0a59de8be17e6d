// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers at byte offsets of an array, least significant byte first. */
final class LittleEndian {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /**
   * 2^112: what the exponent bias of a binary16 number lacks when its bits are read as binary32.
   */
  private static final float HALF_BIAS = 0x1p112f;

  private LittleEndian() {}

  static short shortAt(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at);
  }

  static int unsignedShortAt(byte[] bytes, int at) {
    return shortAt(bytes, at) & 0xffff;
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  /** The IEEE 754 binary16 number at {@code at}. */
  static float halfAt(byte[] bytes, int at) {
    return half(shortAt(bytes, at));
  }

  /** Widens an IEEE 754 binary16 number: exact for all 65,536 of them. */
  static float half(int bits) {
    int sign = (bits & 0x8000) << 16;
    int magnitude = bits & 0x7fff;
    if (magnitude >= 0x7c00) {
      return Float.intBitsToFloat(sign | 0x7f800000 | (magnitude & 0x3ff) << 13);
    }
    float widened = Float.intBitsToFloat(magnitude << 13) * HALF_BIAS;
    return Float.intBitsToFloat(sign | Float.floatToRawIntBits(widened));
  }
}
