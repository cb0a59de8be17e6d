// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * One token.
 *
 * @param kind what it is
 * @param value text of names and data, decoded text of strings, Long, BigInteger or Double of
 *     numbers, the spelling of operators
 * @param offset where it begins in the normalized source, in UTF-16 units
 */
record Token(TokenKind kind, Object value, int offset) {
  boolean is(TokenKind expected) {
    return kind == expected;
  }

  boolean isName(String name) {
    return kind == TokenKind.NAME && value.equals(name);
  }

  String text() {
    return value.toString();
  }

  /** The token as an error message calls it. */
  String describe() {
    return kind == TokenKind.NAME ? text() : kind.description();
  }
}
