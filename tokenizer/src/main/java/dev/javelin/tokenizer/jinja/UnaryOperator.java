// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Operators with one operand. */
enum UnaryOperator {
  PLUS,
  MINUS,
  NOT
}
