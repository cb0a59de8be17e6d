// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/** Texts of floats, as Python prints and reads them. */
final class FloatText {
  /** {@code repr} uses an exponent from this power of ten on, and below {@link #MIN_POWER}. */
  private static final int MAX_POWER = 16;

  private static final int MIN_POWER = -4;

  private static final Pattern SPECIAL = Pattern.compile("[+-]?(?:inf|infinity|nan)");
  private static final Pattern DECIMAL = decimalPattern();

  private FloatText() {}

  private static Pattern decimalPattern() {
    String digits = "[0-9]++(?:_[0-9]++)*+";
    String mantissa = "(?:" + digits + "(?:\\.(?:" + digits + ")?+)?+|\\." + digits + ")";
    return Pattern.compile("[+-]?+" + mantissa + "(?:e[+-]?+" + digits + ")?+");
  }

  /** The shortest decimal that reads back as the same double; {@code inf} and {@code nan}. */
  static String repr(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = shortest(value);
    String digits = shortest.unscaledValue().abs().toString();
    int power = digits.length() - shortest.scale() - 1;
    String sign = value < 0 ? "-" : "";
    if (power < MIN_POWER || power >= MAX_POWER) {
      String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
      return sign + digits.charAt(0) + fraction + exponent(power);
    }
    String plain = shortest.abs().toPlainString();
    return sign + plain + (plain.indexOf('.') < 0 ? ".0" : "");
  }

  /**
   * Java's own text is correct, but before Java 19 not always the shortest; so digits are dropped
   * while the value stays the same.
   */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    int digits = new BigDecimal(Double.toString(value)).stripTrailingZeros().precision();
    while (digits > 1 && rounded(exact, digits - 1).doubleValue() == value) {
      digits--;
    }
    return rounded(exact, digits).stripTrailingZeros();
  }

  private static BigDecimal rounded(BigDecimal exact, int digits) {
    return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
  }

  private static String exponent(int power) {
    return "e" + (power < 0 ? "-" : "+") + (Math.abs(power) < 10 ? "0" : "") + Math.abs(power);
  }

  /** Fixed notation: the conversion {@code f}. */
  static String fixed(double value, int precision) {
    return finite(value)
        ? signed(value, new BigDecimal(value).abs().setScale(precision, RoundingMode.HALF_EVEN))
        : repr(value);
  }

  private static String signed(double value, BigDecimal magnitude) {
    boolean negative = value < 0 || (value == 0 && 1 / value < 0);
    return (negative ? "-" : "") + magnitude.toPlainString();
  }

  /** Scientific notation: the conversion {@code e}. */
  static String scientific(double value, int precision) {
    if (!finite(value)) {
      return repr(value);
    }
    BigDecimal magnitude =
        new BigDecimal(value).abs().round(new MathContext(precision + 1, RoundingMode.HALF_EVEN));
    int power = value == 0 ? 0 : magnitude.precision() - magnitude.scale() - 1;
    BigDecimal mantissa =
        magnitude.movePointLeft(power).setScale(precision, RoundingMode.HALF_EVEN);
    return signed(value, mantissa) + exponent(power);
  }

  /** The shorter of both notations: the conversion {@code g}. */
  static String general(double value, int precision, boolean keepZeros) {
    int digits = Math.max(precision, 1);
    return general(value, digits, digits, keepZeros);
  }

  /** The notation of {@code str.format} with a precision but no type: like {@code g}, but real. */
  static String untyped(double value, int precision) {
    int digits = Math.max(precision, 1);
    String text = general(value, digits, digits - 1, false);
    return finite(value) && text.indexOf('.') < 0 && text.indexOf('e') < 0 ? text + ".0" : text;
  }

  private static String general(double value, int digits, int powerLimit, boolean keepZeros) {
    if (!finite(value)) {
      return repr(value);
    }
    String scientific = scientific(value, digits - 1);
    int mark = scientific.indexOf('e');
    int power = Integer.parseInt(scientific.substring(mark + 1));
    if (power < MIN_POWER || power >= powerLimit) {
      String mantissa = scientific.substring(0, mark);
      return (keepZeros ? withPoint(mantissa) : withoutZeros(mantissa))
          + scientific.substring(mark);
    }
    String fixed = fixed(value, digits - 1 - power);
    return keepZeros ? withPoint(fixed) : withoutZeros(fixed);
  }

  private static String withPoint(String number) {
    return number.indexOf('.') < 0 ? number + "." : number;
  }

  private static String withoutZeros(String number) {
    return number.indexOf('.') < 0 ? number : number.replaceFirst("\\.?0+$", "");
  }

  private static boolean finite(double value) {
    return !Double.isNaN(value) && !Double.isInfinite(value);
  }

  /**
   * Reads a float as Python's {@code float()} does.
   *
   * @throws NumberFormatException if it is none
   */
  static double parse(String text) {
    String plain = CodePoints.strip(text).toLowerCase(Locale.ROOT);
    if (SPECIAL.matcher(plain).matches()) {
      double value = plain.endsWith("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
      return plain.startsWith("-") ? -value : value;
    }
    if (!DECIMAL.matcher(plain).matches()) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(plain.replace("_", ""));
  }
}
