// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Operators with two operands that are no comparison. */
enum BinaryOperator {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  FLOOR_DIVIDE("//"),
  MODULO("%"),
  POWER("** or pow()"),
  AND("and"),
  OR("or");

  private final String symbol;

  BinaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator as Python's error messages spell it. */
  String symbol() {
    return symbol;
  }
}
