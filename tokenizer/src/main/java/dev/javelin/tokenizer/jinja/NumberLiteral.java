// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;

/**
 * A number as a template spells it: Python's decimal, {@code 0x}, {@code 0o} and {@code 0b}
 * integers and its floats, with single underscores between digits.
 *
 * @param value Long, BigInteger or Double
 * @param end offset after the last character
 */
record NumberLiteral(Object value, int end) {

  /** The number that begins with the digit at {@code start}. */
  static NumberLiteral at(String source, int start) {
    int whole = digitsEnd(source, start, 10);
    int end = whole;
    if (start == 0 || source.charAt(start - 1) != '.') {
      if (source.startsWith(".", end) && digitsEnd(source, end + 1, 10) > end + 1) {
        end = digitsEnd(source, end + 1, 10);
      }
      end = exponentEnd(source, end);
    }
    if (end > whole) {
      return new NumberLiteral(Double.valueOf(digits(source, start, end)), end);
    }
    return integerAt(source, start, whole);
  }

  private static int exponentEnd(String source, int end) {
    if (end >= source.length() || Character.toLowerCase(source.charAt(end)) != 'e') {
      return end;
    }
    boolean signed = source.startsWith("+", end + 1) || source.startsWith("-", end + 1);
    int first = end + (signed ? 2 : 1);
    int last = digitsEnd(source, first, 10);
    return last > first ? last : end;
  }

  private static NumberLiteral integerAt(String source, int start, int whole) {
    int radix = radixAt(source, start);
    if (radix != 10) {
      int first = source.startsWith("_", start + 2) ? start + 3 : start + 2;
      int end = digitsEnd(source, first, radix);
      if (end > first) {
        return integer(digits(source, first, end), radix, start, end);
      }
    }
    int end = whole;
    if (source.charAt(start) == '0') {
      end = start + 1;
      while (end < whole && (source.charAt(end) == '0' || source.charAt(end) == '_')) {
        end++;
      }
    }
    return integer(digits(source, start, end), 10, start, end);
  }

  private static NumberLiteral integer(String digits, int radix, int start, int end) {
    BigInteger value =
        digits.length() <= TemplateLimits.MAX_INTEGER_BITS ? new BigInteger(digits, radix) : null;
    if (value == null || value.bitLength() > TemplateLimits.MAX_INTEGER_BITS) {
      throw new SyntaxError(
          "integer too large: MAX_INTEGER_BITS=" + TemplateLimits.MAX_INTEGER_BITS, start);
    }
    return new NumberLiteral(Numbers.shrink(value), end);
  }

  private static int radixAt(String source, int start) {
    if (source.charAt(start) != '0' || start + 1 >= source.length()) {
      return 10;
    }
    return switch (Character.toLowerCase(source.charAt(start + 1))) {
      case 'x' -> 16;
      case 'o' -> 8;
      case 'b' -> 2;
      default -> 10;
    };
  }

  /** End of the digits from {@code start}; an underscore counts only between two digits. */
  private static int digitsEnd(String source, int start, int radix) {
    int end = start;
    while (end < source.length()) {
      boolean underscore = source.charAt(end) == '_' && end > start;
      int digit = underscore ? end + 1 : end;
      if (digit >= source.length() || !isDigit(source.charAt(digit), radix)) {
        break;
      }
      end = digit + 1;
    }
    return end;
  }

  private static boolean isDigit(char c, int radix) {
    return c < 128 && Character.digit(c, radix) >= 0;
  }

  private static String digits(String source, int start, int end) {
    return source.substring(start, end).replace("_", "");
  }
}
