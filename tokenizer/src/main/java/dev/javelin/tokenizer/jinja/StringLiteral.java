// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Decodes the escapes of a string in a template, which are those of Python. */
final class StringLiteral {
  private final String raw;
  private final int offset;
  private final StringBuilder decoded = new StringBuilder();
  private int pos;

  private StringLiteral(String raw, int offset) {
    this.raw = raw;
    this.offset = offset;
  }

  /**
   * The text between the quotes with its escapes decoded; unknown escapes stay as they are.
   *
   * @param offset where the string stands in the source, for errors
   * @throws SyntaxError on an escape that is cut short or names no character
   */
  static String decode(String raw, int offset) {
    return raw.indexOf('\\') < 0 ? raw : new StringLiteral(raw, offset).decode();
  }

  private String decode() {
    while (pos < raw.length()) {
      char c = raw.charAt(pos++);
      if (c != '\\') {
        decoded.append(c);
      } else if (raw.charAt(pos) < 128) {
        escape(raw.charAt(pos++));
      } else {
        keptBackslash(raw.codePointAt(pos));
      }
    }
    return decoded.toString();
  }

  private void escape(char c) {
    switch (c) {
      case '\n' -> {}
      case '\\', '\'', '"' -> decoded.append(c);
      case 'a' -> decoded.append('\u0007');
      case 'b' -> decoded.append('\b');
      case 'f' -> decoded.append('\f');
      case 'n' -> decoded.append('\n');
      case 'r' -> decoded.append('\r');
      case 't' -> decoded.append('\t');
      case 'v' -> decoded.append('\u000B');
      case 'x' -> hex(2);
      case 'u' -> hex(4);
      case 'U' -> hex(8);
      case 'N' -> named();
      case '0', '1', '2', '3', '4', '5', '6', '7' -> octal(c - '0');
      default -> decoded.append('\\').append(c);
    }
  }

  /**
   * A backslash before a character that is not ASCII: jinja2 writes such characters as escapes
   * before it decodes, so the backslash quotes the first character of that escape.
   */
  private void keptBackslash(int codePoint) {
    pos += Character.charCount(codePoint);

    decoded.append(Printer.escaped(codePoint));
  }

  private void hex(int digits) {
    int end = pos + digits;
    int value = 0;
    for (; pos < end; pos++) {
      int digit = pos < raw.length() ? Character.digit(raw.charAt(pos), 16) : -1;
      if (digit < 0 || value > Character.MAX_CODE_POINT) {
        throw new SyntaxError("truncated or illegal hexadecimal escape in string", offset);
      }
      value = value * 16 + digit;
    }
    if (value > Character.MAX_CODE_POINT) {
      throw new SyntaxError("illegal Unicode character in string", offset);
    }
    decoded.appendCodePoint(value);
  }

  private void octal(int first) {
    int value = first;
    for (int i = 0; i < 2 && pos < raw.length(); i++) {
      int digit = raw.charAt(pos) - '0';
      if (digit < 0 || digit > 7) {
        break;
      }
      value = value * 8 + digit;
      pos++;
    }
    decoded.append((char) value);
  }

  private void named() {
    int close = raw.indexOf('}', pos);
    if (!raw.startsWith("{", pos) || close < 0) {
      throw new SyntaxError("malformed \\N character escape", offset);
    }
    try {
      decoded.appendCodePoint(Character.codePointOf(raw.substring(pos + 1, close)));
    } catch (IllegalArgumentException e) {
      throw new SyntaxError("unknown Unicode character name", offset);
    }
    pos = close + 1;
  }
}
