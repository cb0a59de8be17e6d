// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;

/**
 * Refuses filters and tests that do not exist. Inside an {@code if} they are let pass, as in
 * jinja2: such a template may ask first whether they exist, and fails only where it uses them.
 */
final class FilterCheck {
  private FilterCheck() {}

  /**
   * Checks a template.
   *
   * @throws SyntaxError naming the filter or test
   */
  static void check(List<Statement> statements) {
    for (Statement statement : statements) {
      if (statement instanceof Statement.If branches) {
        checkFramesOf(branches.nested());
      } else {
        statement.expressions().forEach(FilterCheck::check);
        check(statement.nested());
      }
    }
  }

  /** Checks only what runs in frames of their own: those begin afresh even inside an if. */
  private static void checkFramesOf(List<Statement> statements) {
    for (Statement statement : statements) {
      if (statement instanceof Statement.If branches) {
        checkFramesOf(branches.nested());
      } else {
        check(statement.nested());
      }
    }
  }

  private static void check(Expression expression) {
    if (expression instanceof Expression.Conditional) {
      return;
    }
    if (expression instanceof Expression.FilterCall filter
        && Filters.find(filter.name()).isEmpty()) {
      throw new SyntaxError("No filter named '" + filter.name() + "'", filter.offset());
    }
    if (expression instanceof Expression.TestCall test && Tests.find(test.name()).isEmpty()) {
      throw new SyntaxError("No test named '" + test.name() + "'", test.offset());
    }
    expression.children().forEach(FilterCheck::check);
  }
}
