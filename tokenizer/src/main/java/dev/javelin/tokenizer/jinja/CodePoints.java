// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Positions, lengths and classes of characters as Python counts them: in code points. */
final class CodePoints {
  private static final String[] SINGLE = new String[256];

  static {
    for (int c = 0; c < SINGLE.length; c++) {
      SINGLE[c] = String.valueOf((char) c);
    }
  }

  private CodePoints() {}

  static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Whether every character is one UTF-16 unit, so that positions of both kinds agree. */
  static boolean isSimple(String text) {
    return length(text) == text.length();
  }

  /** The UTF-16 offset of a position within 0 and {@link #length}. */
  static int offset(String text, int position) {
    return text.offsetByCodePoints(0, position);
  }

  /** The position of a UTF-16 offset. */
  static int position(String text, int offset) {
    return text.codePointCount(0, offset);
  }

  static String toString(int codePoint) {
    return codePoint < SINGLE.length ? SINGLE[codePoint] : Character.toString(codePoint);
  }

  /** White space of Python's {@code str.isspace}, which is also that of {@code str.strip}. */
  static boolean isSpace(int c) {
    return (c >= 9 && c <= 13)
        || (c >= 28 && c <= 32)
        || c == 0x85
        || c == 0xA0
        || (c >= 0x1680 && isWideSpace(c));
  }

  private static boolean isWideSpace(int c) {
    return c == 0x1680
        || (c >= 0x2000 && c <= 0x200A)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  /** The text without white space at both ends. */
  static String strip(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isSpace(text.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  /** Line ends of Python's {@code str.splitlines}; {@code \r\n} is one. */
  static boolean isLineEnd(int c) {
    return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
  }

  /** Whether {@code repr} shows the character as it is. */
  static boolean isPrintable(int c) {
    if (c == ' ') {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      case Character.UNASSIGNED -> isNewlyAssigned(c);
      default -> true;
    };
  }

  /** Pictographs and ideographs, of which each Unicode version has more than the JVM knows. */
  private static boolean isNewlyAssigned(int c) {
    return (c >= 0x1F000 && c < 0x1FC00) || (c >= 0x20000 && c < 0x3FFFE);
  }
}
