// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** A template source that is not valid; {@link Template} turns the offset into line and column. */
final class SyntaxError extends RuntimeException {
  private final int offset;

  SyntaxError(String message, int offset) {
    super(message, null, false, false);
    this.offset = offset;
  }

  /** Where in the normalized source, in UTF-16 units. */
  int offset() {
    return offset;
  }

  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
