// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A format specification of Python's {@code str.format}: {@code
 * [[fill]align][sign][#][0][width][,][.precision][type]}.
 */
final class FormatSpec {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(?:(.)?([<>=^]))?([-+ ])?(#)?(0)?([0-9]{1,9})?([,_])?(?:\\.([0-9]{1,9}))?([a-zA-Z%])?",
          Pattern.DOTALL);

  /** Highest precision of a number; Python has none, doubles have no more digits. */
  static final int MAX_PRECISION = 1100;

  private static final int DEFAULT_PRECISION = 6;

  private final String fill;
  private final String align;
  private final String sign;
  private final boolean alternate;
  private final int width;
  private final String grouping;
  private final int precision;
  private final String type;

  private FormatSpec(Matcher spec) {
    boolean zeros = spec.group(5) != null;
    this.fill = group(spec, 1, zeros ? "0" : " ");
    this.align = group(spec, 2, zeros ? "=" : "");
    this.sign = group(spec, 3, "");
    this.alternate = spec.group(4) != null;
    this.width = Integer.parseInt(group(spec, 6, "0"));
    this.grouping = group(spec, 7, "");
    this.precision = Integer.parseInt(group(spec, 8, "-1"));
    this.type = group(spec, 9, "");
  }

  private static String group(Matcher spec, int group, String absent) {
    String text = spec.group(group);
    return text == null ? absent : text;
  }

  /** The value as the specification wants it; an empty one is {@code str}. */
  static String format(RenderState state, Object value, String spec) {
    if (spec.isEmpty()) {
      return state.str(value);
    }
    Matcher matcher = SYNTAX.matcher(spec);
    if (!matcher.matches()) {
      throw EvaluationError.value("Invalid format specifier '" + spec + "'");
    }
    return new FormatSpec(matcher).format(state, value);
  }

  private String format(RenderState state, Object value) {
    if (Values.isText(value)) {
      return formatText(state.budget(), Values.text(value));
    }
    if (value instanceof Boolean && type.isEmpty()) {
      return formatNumber(state.budget(), Numbers.toLong((Boolean) value));
    }
    if (Numbers.isNumber(value)) {
      return formatNumber(state.budget(), value);
    }
    throw EvaluationError.type(
        "unsupported format string passed to " + Values.typeName(value) + ".__format__");
  }

  private EvaluationError unknownType(Object value) {
    return EvaluationError.value(
        "Unknown format code '" + type + "' for object of type '" + Values.typeName(value) + "'");
  }

  private String formatText(Budget budget, String text) {
    if (!type.isEmpty() && !type.equals("s")) {
      throw unknownType(text);
    }
    boolean cut = precision >= 0 && precision < CodePoints.length(text);
    String shown = cut ? text.substring(0, CodePoints.offset(text, precision)) : text;
    return pad(budget, "", shown, "<");
  }

  private String formatNumber(Budget budget, Object value) {
    boolean real = value instanceof Double || "eEfFgG%".contains(type) && !type.isEmpty();
    String digits = real ? realDigits(Numbers.toDouble(value)) : integerDigits(value);
    boolean negative = digits.startsWith("-");
    String magnitude = negative ? digits.substring(1) : digits;
    String shownSign = negative ? "-" : sign.equals("-") ? "" : sign;
    String prefix = alternate && "xXob".contains(type) && !type.isEmpty() ? "0" + type : "";
    return pad(budget, shownSign + prefix, grouped(magnitude), ">");
  }

  private String integerDigits(Object value) {
    BigInteger number = Numbers.toBig(value);
    return switch (type) {
      case "", "d", "n" -> number.toString();
      case "x" -> number.toString(16);
      case "X" -> number.toString(16).toUpperCase(Locale.ROOT);
      case "o" -> number.toString(8);
      case "b" -> number.toString(2);
      case "c" -> PercentFormat.character(number);
      default -> throw unknownType(value);
    };
  }

  private String realDigits(double value) {
    int digits = Math.min(precision < 0 ? DEFAULT_PRECISION : precision, MAX_PRECISION);
    return switch (type) {
      case "e" -> FloatText.scientific(value, digits);
      case "E" -> FloatText.scientific(value, digits).toUpperCase(Locale.ROOT);
      case "f" -> FloatText.fixed(value, digits);
      case "F" -> FloatText.fixed(value, digits).toUpperCase(Locale.ROOT);
      case "g", "n" -> FloatText.general(value, digits, alternate);
      case "G" -> FloatText.general(value, digits, alternate).toUpperCase(Locale.ROOT);
      case "%" -> FloatText.fixed(value * 100, digits) + "%";
      case "" -> precision < 0 ? FloatText.repr(value) : FloatText.untyped(value, digits);
      default -> throw unknownType(value);
    };
  }

  private String grouped(String magnitude) {
    if (grouping.isEmpty()) {
      return magnitude;
    }
    int whole = 0;
    while (whole < magnitude.length() && Character.isDigit(magnitude.charAt(whole))) {
      whole++;
    }
    StringBuilder result = new StringBuilder(magnitude);
    for (int i = whole - 3; i > 0; i -= 3) {
      result.insert(i, grouping);
    }
    return result.toString();
  }

  private String pad(Budget budget, String prefix, String text, String defaultAlign) {
    int rest = Math.max(0, width - CodePoints.length(text) - prefix.length());
    return switch (align.isEmpty() ? defaultAlign : align) {
      case "<" -> PaddingMethods.padded(budget, prefix + text, 0, rest, fill);
      case "^" -> PaddingMethods.padded(budget, prefix + text, rest / 2, rest - rest / 2, fill);
      case "=" -> prefix + PaddingMethods.padded(budget, text, rest, 0, fill);
      default -> PaddingMethods.padded(budget, prefix + text, rest, 0, fill);
    };
  }
}
