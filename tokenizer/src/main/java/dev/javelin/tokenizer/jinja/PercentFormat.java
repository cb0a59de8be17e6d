// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Python's {@code format % values}. */
final class PercentFormat {
  private static final int DEFAULT_PRECISION = 6;
  private static final int MAX_WIDTH_DIGITS = 9;
  private static final BigInteger MAX_CODE_POINT = BigInteger.valueOf(Character.MAX_CODE_POINT);

  private final RenderState state;
  private final String format;
  private final Object values;
  private final List<Object> positional;
  private final TextBuilder out;
  private int pos;
  private int used;

  private PercentFormat(RenderState state, String format, Object values) {
    this.state = state;
    this.format = format;
    this.values = values;
    this.positional = values instanceof Tuple tuple ? tuple.items() : List.of(values);
    this.out = new TextBuilder(state.budget());
  }

  /**
   * Fills in values.
   *
   * @param values a tuple, a mapping for named conversions, or a single value
   */
  static String format(RenderState state, String format, Object values) {
    PercentFormat formatter = new PercentFormat(state, format, values);
    formatter.run();
    return formatter.out.toString();
  }

  private void run() {
    while (pos < format.length()) {
      char c = format.charAt(pos++);
      if (c == '%') {
        conversion();
      } else {
        out.append(c);
      }
    }
    boolean mayBeUnused =
        values instanceof Map<?, ?> || values instanceof List<?> || values instanceof Undefined;
    if (used < positional.size() && !(mayBeUnused && used == 0)) {
      throw EvaluationError.type("not all arguments converted during string formatting");
    }
  }

  private void conversion() {
    Object named = name();
    String flags = span("-+ #0");
    int width = number();
    boolean left = flags.contains("-") || width < 0;
    int precision = -1;
    if (peek() == '.') {
      pos++;
      precision = Math.max(0, number());
    }
    span("hlL");
    char type = peek();
    pos++;
    if (type == '%') {
      out.append('%');
      return;
    }
    Object value = named == Missing.MISSING ? next() : named;
    String text = convert(value, type, flags, precision);
    boolean numeric = "diuxXoeEfFgG".indexOf(type) >= 0;
    int rest = Math.abs(width) - CodePoints.length(text);
    if (rest <= 0) {
      out.append(text);
    } else if (numeric && flags.contains("0") && !left) {
      int sign = text.startsWith("-") || text.startsWith("+") || text.startsWith(" ") ? 1 : 0;
      out.append(text.substring(0, sign));
      out.append(PaddingMethods.padded(state.budget(), text.substring(sign), rest, 0, "0"));
    } else {
      out.append(
          PaddingMethods.padded(state.budget(), text, left ? 0 : rest, left ? rest : 0, " "));
    }
  }

  private char peek() {
    if (pos >= format.length()) {
      throw EvaluationError.value("incomplete format");
    }
    return format.charAt(pos);
  }

  private Object name() {
    if (peek() != '(') {
      return Missing.MISSING;
    }
    int close = format.indexOf(')', pos);
    if (close < 0) {
      throw EvaluationError.value("incomplete format key");
    }
    String key = format.substring(pos + 1, close);
    pos = close + 1;
    if (!(values instanceof Map<?, ?>)) {
      throw EvaluationError.type("format requires a mapping");
    }
    return Dicts.get(Values.dict(values), key)
        .orElseThrow(() -> new EvaluationError("KeyError: '" + key + "'"));
  }

  private String span(String characters) {
    int start = pos;
    while (pos < format.length() && characters.indexOf(format.charAt(pos)) >= 0) {
      pos++;
    }
    return format.substring(start, pos);
  }

  private int number() {
    if (peek() == '*') {
      pos++;
      Object value = next();
      if (!Numbers.isInteger(value)) {
        throw EvaluationError.type("* wants int");
      }
      int most = TemplateLimits.MAX_TEXT_CHARS;
      return (int) Math.max(-most, Math.min(most, Numbers.clamp(value)));
    }
    String digits = span("0123456789");
    if (digits.length() > MAX_WIDTH_DIGITS) {
      throw EvaluationError.value("width or precision too big");
    }
    return digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  private Object next() {
    if (used >= positional.size()) {
      throw EvaluationError.type("not enough arguments for format string");
    }
    return positional.get(used++);
  }

  private String convert(Object value, char type, String flags, int precision) {
    return switch (type) {
      case 's' -> cut(state.str(value), precision);
      case 'r', 'a' -> cut(Printer.repr(state.budget(), value), precision);
      case 'c' -> character(value);
      case 'd', 'i', 'u' -> signed(digits(integer(value, type), 10, precision), flags);
      case 'x' -> signed(digits(integer(value, type), 16, precision), flags);
      case 'X' ->
          signed(digits(integer(value, type), 16, precision), flags).toUpperCase(Locale.ROOT);
      case 'o' -> signed(digits(integer(value, type), 8, precision), flags);
      case 'e', 'E', 'f', 'F', 'g', 'G' -> signed(real(value, type, flags, precision), flags);
      default -> throw EvaluationError.value("unsupported format character '" + type + "'");
    };
  }

  private static String cut(String text, int precision) {
    return precision < 0 || precision >= CodePoints.length(text)
        ? text
        : text.substring(0, CodePoints.offset(text, precision));
  }

  private static String character(Object value) {
    if (Numbers.isInteger(value)) {
      return character(Numbers.toBig(value));
    }
    if (value instanceof String text && CodePoints.length(text) == 1) {
      return text;
    }
    throw EvaluationError.type("%c requires int or char");
  }

  /** The character with a number. */
  static String character(BigInteger number) {
    if (number.signum() < 0 || number.compareTo(MAX_CODE_POINT) > 0) {
      throw new EvaluationError("OverflowError: %c arg not in range(0x110000)");
    }
    return Character.toString(number.intValue());
  }

  private static BigInteger integer(Object value, char type) {
    if (Numbers.isInteger(value)) {
      return Numbers.toBig(value);
    }
    if (value instanceof Double real && "diu".indexOf(type) >= 0) {
      return Numbers.toBig(Numbers.toInteger(real));
    }
    throw needsNumber(value, type);
  }

  private static EvaluationError needsNumber(Object value, char type) {
    return value instanceof Undefined undefined
        ? undefined.error()
        : EvaluationError.type(
            "%" + type + " format: a real number is required, not " + Values.typeName(value));
  }

  private String digits(BigInteger number, int radix, int precision) {
    String digits = number.abs().toString(radix);
    int zeros = Math.max(0, precision - digits.length());
    String padded = PaddingMethods.padded(state.budget(), digits, zeros, 0, "0");
    return number.signum() < 0 ? "-" + padded : padded;
  }

  private static String real(Object value, char type, String flags, int precision) {
    if (!Numbers.isNumber(value)) {
      throw needsNumber(value, type);
    }
    double number = Numbers.toDouble(value);
    int digits = Math.min(precision < 0 ? DEFAULT_PRECISION : precision, FormatSpec.MAX_PRECISION);
    String text =
        switch (Character.toLowerCase(type)) {
          case 'e' -> FloatText.scientific(number, digits);
          case 'f' -> FloatText.fixed(number, digits);
          default -> FloatText.general(number, digits, flags.contains("#"));
        };
    return Character.isUpperCase(type) ? text.toUpperCase(Locale.ROOT) : text;
  }

  private static String signed(String number, String flags) {
    if (number.startsWith("-")) {
      return number;
    }
    return flags.contains("+") ? "+" + number : flags.contains(" ") ? " " + number : number;
  }
}
