// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;

/** Parses what may stand left of {@code =} and {@code in}. */
final class TargetParser {
  private final TokenStream stream;
  private final ExpressionParser expressions;

  TargetParser(TokenStream stream, ExpressionParser expressions) {
    this.stream = stream;
    this.expressions = expressions;
  }

  /**
   * One target, or several separated by commas.
   *
   * @param end a name that ends the list, or empty
   * @param namespaces whether attributes of namespaces are targets
   */
  Target parseTuple(String end, boolean namespaces) {
    int offset = stream.current().offset();
    List<Target> items = new ArrayList<>();
    boolean tuple = false;
    while (!expressions.atTupleEnd(end)) {
      items.add(parseOne(namespaces));
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
      tuple = true;
    }
    if (items.isEmpty()) {
      throw stream.error("Expected an expression, got '" + stream.current().describe() + "'");
    }
    return tuple ? new Target.TupleTarget(items, offset) : items.get(0);
  }

  private Target parseOne(boolean namespaces) {
    Token token = stream.current();
    boolean dotted = token.is(TokenKind.NAME) && stream.peek().is(TokenKind.DOT);
    if (namespaces && dotted && StatementParser.isAssignable(token.text())) {
      stream.next();
      stream.next();
      String attribute = stream.expect(TokenKind.NAME).text();
      return new Target.NamespaceTarget(token.text(), attribute, token.offset());
    }
    return toTarget(expressions.primary().parsePrimary());
  }

  private static Target toTarget(Expression expression) {
    if (expression instanceof Expression.Name name) {
      return new Target.NameTarget(name.name(), name.offset());
    }
    if (expression instanceof Expression.ListLiteral tuple && tuple.tuple()) {
      List<Target> items = tuple.items().stream().map(TargetParser::toTarget).toList();
      return new Target.TupleTarget(items, tuple.offset());
    }
    throw new SyntaxError("can't assign to an expression or literal", expression.offset());
  }
}
