// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * A string that {@code safe} or {@code escape} has marked as HTML. It equals its text, but
 * concatenating it escapes the other operand.
 */
record Markup(String text) {
  /** The text with {@code & < > ' "} replaced; a marked string stays as it is. */
  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '\'' -> escaped.append("&#39;");
        case '"' -> escaped.append("&#34;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
