// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.engineapi.ModelLoadException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Reads metadata values of every type. For one thread. */
final class GgufValueReader {
  private static final int U8 = 0;
  private static final int I8 = 1;
  private static final int U16 = 2;
  private static final int I16 = 3;
  private static final int U32 = 4;
  private static final int I32 = 5;
  private static final int F32 = 6;
  private static final int BOOL = 7;
  private static final int STRING = 8;
  private static final int ARRAY = 9;
  private static final int U64 = 10;
  private static final int I64 = 11;
  private static final int F64 = 12;

  /** Fewest bytes of a value of each type: strings have a length, arrays a type and a length. */
  private static final int[] LEAST_BYTES = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

  private static final int DEEPEST_ARRAY = 4;

  private final String source;
  private final GgufCursor cursor;

  GgufValueReader(String source, GgufCursor cursor) {
    this.source = source;
    this.cursor = cursor;
  }

  /** Reads the value of a key: its type, then itself. */
  Object read(String key) {
    return value(key, type(key));
  }

  private int type(String key) {
    long type = cursor.u32("the type of " + key);
    if (type >= LEAST_BYTES.length) {
      throw invalid(key, "type=" + type, "a metadata value type of 0 to 12");
    }
    return (int) type;
  }

  private Object value(String key, int type) {
    return switch (type) {
      case U8 -> (long) cursor.u8(key);
      case I8 -> (long) cursor.i8(key);
      case U16 -> (long) cursor.u16(key);
      case I16 -> (long) cursor.i16(key);
      case U32 -> cursor.u32(key);
      case I32 -> (long) cursor.i32(key);
      case I64 -> cursor.i64(key);
      case U64 -> unsigned(cursor.i64(key));
      case F32 -> cursor.f32(key);
      case F64 -> cursor.f64(key);
      case BOOL -> bool(key);
      case STRING -> cursor.string(key);
      default -> array(key, 1);
    };
  }

  private static Object unsigned(long bits) {
    if (bits >= 0) {
      return bits;
    }
    return new BigInteger(Long.toUnsignedString(bits));
  }

  private boolean bool(String key) {
    int value = cursor.u8(key);
    if (value > 1) {
      throw invalid(key, "bool=" + value, "0 or 1");
    }
    return value == 1;
  }

  private Object array(String key, int depth) {
    int type = type(key);
    long count = cursor.i64(key);
    if (depth > DEEPEST_ARRAY) {
      throw invalid(key, "depth=" + depth, "arrays nested up to " + DEEPEST_ARRAY + " deep");
    }
    if (count < 0
        || count > cursor.remaining() / LEAST_BYTES[type]
        || count > Integer.MAX_VALUE / 8) {
      throw invalid(
          key,
          "array length=" + Long.toUnsignedString(count),
          "a count that ends before the end of the file");
    }
    int length = (int) count;
    return switch (type) {
      case U8, I8, U16, I16, I32 -> integers(key, type, length);
      case U32 -> narrowed(longs(key, type, length));
      case U64, I64 -> longs(key, type, length);
      case F32 -> floats(key, length);
      case F64 -> doubles(key, length);
      case BOOL -> booleans(key, length);
      case STRING -> strings(key, length);
      default -> arrays(key, length, depth);
    };
  }

  private int[] integers(String key, int type, int length) {
    int[] values = new int[length];
    for (int i = 0; i < length; i++) {
      values[i] =
          switch (type) {
            case U8 -> cursor.u8(key);
            case I8 -> cursor.i8(key);
            case U16 -> cursor.u16(key);
            case I16 -> cursor.i16(key);
            default -> cursor.i32(key);
          };
    }
    return values;
  }

  private long[] longs(String key, int type, int length) {
    long[] values = new long[length];
    for (int i = 0; i < length; i++) {
      values[i] = type == U32 ? cursor.u32(key) : cursor.i64(key);
      if (type == U64 && values[i] < 0) {
        throw invalid(key, "element=" + Long.toUnsignedString(values[i]), "at most 2^63 - 1");
      }
    }
    return values;
  }

  private static Object narrowed(long[] values) {
    int[] narrow = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] > Integer.MAX_VALUE) {
        return values;
      }
      narrow[i] = (int) values[i];
    }
    return narrow;
  }

  private float[] floats(String key, int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = cursor.f32(key);
    }
    return values;
  }

  private double[] doubles(String key, int length) {
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = cursor.f64(key);
    }
    return values;
  }

  private boolean[] booleans(String key, int length) {
    boolean[] values = new boolean[length];
    for (int i = 0; i < length; i++) {
      values[i] = bool(key);
    }
    return values;
  }

  private List<String> strings(String key, int length) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      values.add(cursor.string(key));
    }
    return values;
  }

  private List<Object> arrays(String key, int length, int depth) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      values.add(array(key, depth + 1));
    }
    return values;
  }

  private ModelLoadException invalid(String key, String found, String expected) {
    return new ModelLoadException(
        "a metadata value is invalid: file=%s, key=%.200s, %s, expected %s; byte %d"
            .formatted(source, key, found, expected, cursor.position()));
  }
}
