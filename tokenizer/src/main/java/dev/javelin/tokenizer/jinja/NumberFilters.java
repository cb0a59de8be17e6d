// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;

/** Filters that make or change numbers. */
final class NumberFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "abs", NumberFilters::abs,
          "int", NumberFilters::toInteger,
          "float", NumberFilters::toFloat,
          "round", NumberFilters::round);

  /** Longest text that is read as a number, the limit of Python's {@code int}. */
  private static final int MAX_DIGITS = 4300;

  private static final int DECIMAL = 10;

  private NumberFilters() {}

  private static void failIfUndefined(Object value) {
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
  }

  private static Object abs(RenderState state, Object value, Arguments arguments) {
    arguments.bind("abs", 0);
    failIfUndefined(value);
    if (!Numbers.isNumber(value)) {
      throw EvaluationError.type("bad operand type for abs(): '" + Values.typeName(value) + "'");
    }
    return value instanceof Double real
        ? (Object) Math.abs(real)
        : Numbers.shrink(Numbers.toBig(value).abs());
  }

  private static Object toInteger(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("int", 0, "default", "base");
    failIfUndefined(value);
    try {
      if (Values.isText(value)) {
        return parseInteger(Values.text(value), bound.integer(1, DECIMAL));
      }
      if (Numbers.isInteger(value)) {
        return Numbers.shrink(Numbers.toBig(value));
      }
    } catch (NumberFormatException e) {
      // "42.23" is no integer, but it has one.
    }
    try {
      double real =
          Values.isText(value)
              ? FloatText.parse(Values.text(value))
              : value instanceof Double number ? number : Double.NaN;
      if (!Double.isNaN(real) && !Double.isInfinite(real)) {
        return Numbers.toInteger(real);
      }
    } catch (NumberFormatException e) {
      // Neither is it a float.
    }
    return bound.get(0, 0L);
  }

  private static Object parseInteger(String text, int base) {
    String plain = CodePoints.strip(text).toLowerCase(Locale.ROOT);
    boolean negative = plain.startsWith("-");
    String digits = negative || plain.startsWith("+") ? plain.substring(1) : plain;
    int radix = base;
    int prefixed = digits.length() < 2 || digits.charAt(0) != '0' ? 0 : radix(digits.charAt(1));
    if (prefixed != 0 && (base == prefixed || base == 0)) {
      radix = prefixed;
      digits = digits.substring(2);
      digits = digits.startsWith("_") ? digits.substring(1) : digits;
    } else if (base == 0) {
      radix = DECIMAL;
    }
    boolean wellFormed =
        !digits.isEmpty()
            && digits.length() <= MAX_DIGITS
            && radix >= Character.MIN_RADIX
            && radix <= Character.MAX_RADIX
            && Character.isLetterOrDigit(digits.charAt(0))
            && Character.isLetterOrDigit(digits.charAt(digits.length() - 1))
            && !digits.contains("__");
    if (!wellFormed) {
      throw new NumberFormatException(text);
    }
    BigInteger magnitude = new BigInteger(digits.replace("_", ""), radix);
    return Numbers.shrink(negative ? magnitude.negate() : magnitude);
  }

  private static int radix(char letter) {
    return switch (letter) {
      case 'x' -> 16;
      case 'o' -> 8;
      case 'b' -> 2;
      default -> 0;
    };
  }

  private static Object toFloat(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("float", 0, "default");
    failIfUndefined(value);
    if (Numbers.isNumber(value)) {
      return Numbers.toDouble(value);
    }
    try {
      if (Values.isText(value)) {
        return FloatText.parse(Values.text(value));
      }
    } catch (NumberFormatException e) {
      // Then the default holds.
    }
    return bound.get(0, 0.0);
  }

  private static Object round(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("round", 0, "precision", "method");
    failIfUndefined(value);
    if (!Numbers.isNumber(value)) {
      throw EvaluationError.type(
          "type " + Values.typeName(value) + " doesn't define __round__ method");
    }
    int precision = Math.max(-400, Math.min(400, bound.integer(0, 0)));
    RoundingMode mode =
        switch (bound.text(1, "common")) {
          case "common" -> RoundingMode.HALF_EVEN;
          case "ceil" -> RoundingMode.CEILING;
          case "floor" -> RoundingMode.FLOOR;
          default -> throw EvaluationError.value("method must be common, ceil or floor");
        };
    if (mode == RoundingMode.HALF_EVEN) {
      return roundHalfEven(value, precision);
    }
    return roundByFactor(Numbers.toDouble(value), precision, mode);
  }

  private static Object roundHalfEven(Object value, int precision) {
    if (!(value instanceof Double real)) {
      BigDecimal rounded =
          new BigDecimal(Numbers.toBig(value))
              .setScale(Math.min(0, precision), RoundingMode.HALF_EVEN);
      return Numbers.shrink(rounded.toBigInteger());
    }
    if (real.isNaN() || real.isInfinite()) {
      return real;
    }
    double rounded = new BigDecimal(real).setScale(precision, RoundingMode.HALF_EVEN).doubleValue();
    return Math.copySign(rounded, real);
  }

  /** As jinja2 does it: scaled in floating point, with its rounding errors. */
  private static Object roundByFactor(double value, int precision, RoundingMode mode) {
    double factor = Math.pow(10, precision);
    double scaled = value * factor;
    double whole = mode == RoundingMode.CEILING ? Math.ceil(scaled) : Math.floor(scaled);
    return whole / factor;
  }
}
