// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Comparisons and membership. */
enum ComparisonOperator {
  EQ("=="),
  NE("!="),
  LT("<"),
  LE("<="),
  GT(">"),
  GE(">="),
  IN("in"),
  NOT_IN("not in");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = symbol;
  }

  String symbol() {
    return symbol;
  }
}
