// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Python's numbers: Long, or BigInteger where a long is too small; Double; booleans count as 0, 1.
 */
final class Numbers {
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  /** Every integer up to this size is exactly a double. */
  private static final long EXACT_DOUBLE = 1L << 53;

  private Numbers() {}

  static boolean isNumber(Object value) {
    return isInteger(value) || value instanceof Double;
  }

  /** Whether it is an integer or a boolean. */
  static boolean isInteger(Object value) {
    return value instanceof Long || value instanceof Boolean || value instanceof BigInteger;
  }

  static Long toLong(boolean value) {
    return value ? 1L : 0L;
  }

  /** The canonical form of an integer. */
  static Object shrink(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  static BigInteger toBig(Object integer) {
    if (integer instanceof BigInteger big) {
      return big;
    }
    return BigInteger.valueOf(integer instanceof Boolean flag ? toLong(flag) : (Long) integer);
  }

  /** An integer as a long, cut to the range of long. */
  static long clamp(Object integer) {
    return integer instanceof Long value
        ? value
        : toBig(integer).max(MIN_LONG).min(MAX_LONG).longValue();
  }

  static double toDouble(Object number) {
    if (number instanceof Double value) {
      return value;
    }
    double value = number instanceof Long whole ? whole : toBig(number).doubleValue();
    if (Double.isInfinite(value)) {
      throw new EvaluationError("OverflowError: int too large to convert to float");
    }
    return value;
  }

  /** Whether an integer is small enough to be a double without loss. */
  static boolean isExactDouble(Object integer) {
    return !(integer instanceof BigInteger)
        && clamp(integer) >= -EXACT_DOUBLE
        && clamp(integer) <= EXACT_DOUBLE;
  }

  static boolean isIntegral(double value) {
    return value == Math.rint(value) && !Double.isInfinite(value);
  }

  /** The integer part of a finite double. */
  static Object toInteger(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      String kind = Double.isNaN(value) ? "NaN" : "infinity";
      throw EvaluationError.value("cannot convert float " + kind + " to integer");
    }
    return Math.abs(value) < Long.MAX_VALUE
        ? (Object) (long) value
        : shrink(new BigDecimal(value).toBigInteger());
  }

  /** Order of two numbers, exact also between integers and floats; neither may be NaN. */
  static int compare(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      return Long.compare(a, b);
    }
    if (isInteger(left) && isInteger(right)) {
      return toBig(left).compareTo(toBig(right));
    }
    if (left instanceof Double a && right instanceof Double b) {
      return a < b ? -1 : a > b ? 1 : 0;
    }
    return left instanceof Double a
        ? compareToInteger(a, right)
        : -compareToInteger((Double) right, left);
  }

  private static int compareToInteger(double value, Object integer) {
    if (Double.isInfinite(value)) {
      return value > 0 ? 1 : -1;
    }
    if (isExactDouble(integer)) {
      double whole = toDouble(integer);
      return value < whole ? -1 : value > whole ? 1 : 0;
    }
    return new BigDecimal(value).compareTo(new BigDecimal(toBig(integer)));
  }

  static boolean isNaN(Object number) {
    return number instanceof Double value && Double.isNaN(value);
  }

  static boolean isZero(Object number) {
    return number instanceof Long value
        ? value == 0
        : number instanceof Double real ? real == 0 : toBig(number).signum() == 0;
  }
}
