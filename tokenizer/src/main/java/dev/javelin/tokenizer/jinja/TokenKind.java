// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Kinds of tokens; operators are described by their spelling. */
enum TokenKind {
  DATA("template data"),
  VARIABLE_BEGIN("begin of print statement"),
  VARIABLE_END("end of print statement"),
  BLOCK_BEGIN("begin of statement block"),
  BLOCK_END("end of statement block"),
  NAME("name"),
  STRING("string"),
  INTEGER("integer"),
  FLOAT("float"),
  ADD("+"),
  SUB("-"),
  DIV("/"),
  FLOOR_DIV("//"),
  MUL("*"),
  MOD("%"),
  POW("**"),
  TILDE("~"),
  LEFT_BRACKET("["),
  RIGHT_BRACKET("]"),
  LEFT_PAREN("("),
  RIGHT_PAREN(")"),
  LEFT_BRACE("{"),
  RIGHT_BRACE("}"),
  EQ("=="),
  NE("!="),
  GT(">"),
  GE(">="),
  LT("<"),
  LE("<="),
  ASSIGN("="),
  DOT("."),
  COLON(":"),
  PIPE("|"),
  COMMA(","),
  SEMICOLON(";"),
  EOF("end of template");

  private final String description;

  TokenKind(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /** Operators, two-character spellings first, so that the first match is the longest. */
  static final List<TokenKind> OPERATORS =
      Stream.concat(
              Arrays.stream(values()).filter(k -> k.isOperator() && k.length() == 2),
              Arrays.stream(values()).filter(k -> k.isOperator() && k.length() == 1))
          .toList();

  private boolean isOperator() {
    return ordinal() >= ADD.ordinal() && this != EOF;
  }

  private int length() {
    return description.length();
  }
}
