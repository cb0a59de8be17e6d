// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses expressions by precedence climbing, loosest first: {@code if}, {@code or}, {@code and},
 * {@code not}, comparisons, {@code + -}, {@code ~}, {@code * / // %}, {@code **} (left to right, as
 * jinja2 has it), signs, then what {@link PrimaryParser} parses.
 */
final class ExpressionParser {
  private static final Map<TokenKind, BinaryOperator> SUMS =
      Map.of(TokenKind.ADD, BinaryOperator.ADD, TokenKind.SUB, BinaryOperator.SUBTRACT);
  private static final Map<TokenKind, BinaryOperator> PRODUCTS =
      Map.of(
          TokenKind.MUL, BinaryOperator.MULTIPLY,
          TokenKind.DIV, BinaryOperator.DIVIDE,
          TokenKind.FLOOR_DIV, BinaryOperator.FLOOR_DIVIDE,
          TokenKind.MOD, BinaryOperator.MODULO);
  private static final Map<TokenKind, ComparisonOperator> COMPARISONS =
      Map.of(
          TokenKind.EQ, ComparisonOperator.EQ,
          TokenKind.NE, ComparisonOperator.NE,
          TokenKind.LT, ComparisonOperator.LT,
          TokenKind.LE, ComparisonOperator.LE,
          TokenKind.GT, ComparisonOperator.GT,
          TokenKind.GE, ComparisonOperator.GE);

  private final TokenStream stream;
  private final PrimaryParser primary;

  ExpressionParser(TokenStream stream) {
    this.stream = stream;
    this.primary = new PrimaryParser(stream, this);
  }

  PrimaryParser primary() {
    return primary;
  }

  /** A whole expression, with {@code a if b else c}. */
  Expression parseExpression() {
    Expression result = parseOr();
    int chain = 0;
    while (stream.atName("if")) {
      int offset = stream.next().offset();
      stream.checkChain(++chain);
      Expression test = parseOr();
      Optional<Expression> otherwise = Optional.empty();
      if (stream.skipName("else")) {
        stream.enter();
        otherwise = Optional.of(parseExpression());
        stream.leave();
      }
      result = new Expression.Conditional(test, result, otherwise, offset);
    }
    return result;
  }

  /** An expression without {@code a if b}, as loops and tests need it. */
  Expression parseOr() {
    Expression left = parseAnd();
    for (int chain = 1; stream.atName("or"); stream.checkChain(++chain)) {
      int offset = stream.next().offset();
      left = new Expression.Binary(BinaryOperator.OR, left, parseAnd(), offset);
    }
    return left;
  }

  private Expression parseAnd() {
    Expression left = parseNot();
    for (int chain = 1; stream.atName("and"); stream.checkChain(++chain)) {
      int offset = stream.next().offset();
      left = new Expression.Binary(BinaryOperator.AND, left, parseNot(), offset);
    }
    return left;
  }

  private Expression parseNot() {
    if (!stream.atName("not")) {
      return parseCompare();
    }
    int offset = stream.next().offset();
    stream.enter();
    Expression operand = parseNot();
    stream.leave();
    return new Expression.Unary(UnaryOperator.NOT, operand, offset);
  }

  private Expression parseCompare() {
    int offset = stream.current().offset();
    Expression first = parseSum();
    Optional<ComparisonOperator> operator = nextComparison();
    if (operator.isEmpty()) {
      return first;
    }
    List<ComparisonOperator> operators = new ArrayList<>();
    List<Expression> operands = new ArrayList<>(List.of(first));
    while (operator.isPresent()) {
      operators.add(operator.get());
      operands.add(parseSum());
      operator = nextComparison();
    }
    return new Expression.Compare(operators, operands, offset);
  }

  private Optional<ComparisonOperator> nextComparison() {
    ComparisonOperator operator = COMPARISONS.get(stream.current().kind());
    if (operator != null) {
      stream.next();
      return Optional.of(operator);
    }
    if (stream.skipName("in")) {
      return Optional.of(ComparisonOperator.IN);
    }
    if (stream.atName("not") && stream.peek().isName("in")) {
      stream.next();
      stream.next();
      return Optional.of(ComparisonOperator.NOT_IN);
    }
    return Optional.empty();
  }

  private Expression parseSum() {
    Expression left = parseConcat();
    BinaryOperator operator;
    for (int chain = 1; (operator = SUMS.get(stream.current().kind())) != null; ) {
      int offset = stream.next().offset();
      left = new Expression.Binary(operator, left, parseConcat(), offset);
      stream.checkChain(++chain);
    }
    return left;
  }

  private Expression parseConcat() {
    int offset = stream.current().offset();
    Expression first = parseProduct();
    if (!stream.at(TokenKind.TILDE)) {
      return first;
    }
    List<Expression> parts = new ArrayList<>(List.of(first));
    while (stream.skip(TokenKind.TILDE)) {
      parts.add(parseProduct());
    }
    return new Expression.Concat(parts, offset);
  }

  private Expression parseProduct() {
    Expression left = parsePower();
    BinaryOperator operator;
    for (int chain = 1; (operator = PRODUCTS.get(stream.current().kind())) != null; ) {
      int offset = stream.next().offset();
      left = new Expression.Binary(operator, left, parsePower(), offset);
      stream.checkChain(++chain);
    }
    return left;
  }

  private Expression parsePower() {
    Expression left = parseUnary(true);
    for (int chain = 1; stream.at(TokenKind.POW); stream.checkChain(++chain)) {
      int offset = stream.next().offset();
      left = new Expression.Binary(BinaryOperator.POWER, left, parseUnary(true), offset);
    }
    return left;
  }

  private Expression parseUnary(boolean withFilter) {
    Expression result;
    if (stream.at(TokenKind.SUB) || stream.at(TokenKind.ADD)) {
      Token sign = stream.next();
      UnaryOperator operator = sign.is(TokenKind.SUB) ? UnaryOperator.MINUS : UnaryOperator.PLUS;
      stream.enter();
      result = new Expression.Unary(operator, parseUnary(false), sign.offset());
      stream.leave();
    } else {
      result = primary.parsePrimary();
    }
    result = primary.parsePostfix(result);
    return withFilter ? primary.parseFiltersAndTests(result) : result;
  }

  /**
   * One expression, or a tuple if commas follow.
   *
   * @param conditional whether {@code a if b} may occur in it
   * @param end a name that ends the tuple, or empty
   * @param emptyAllowed whether nothing at all is the empty tuple
   */
  Expression parseTuple(boolean conditional, String end, boolean emptyAllowed) {
    int offset = stream.current().offset();
    List<Expression> items = new ArrayList<>();
    boolean tuple = false;
    while (!atTupleEnd(end)) {
      items.add(conditional ? parseExpression() : parseOr());
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
      tuple = true;
    }
    if (!tuple && !items.isEmpty()) {
      return items.get(0);
    }
    if (!tuple && !emptyAllowed) {
      throw stream.error("Expected an expression, got '" + stream.current().describe() + "'");
    }
    return new Expression.ListLiteral(items, true, offset);
  }

  boolean atTupleEnd(String end) {
    return stream.at(TokenKind.VARIABLE_END)
        || stream.at(TokenKind.BLOCK_END)
        || stream.at(TokenKind.RIGHT_PAREN)
        || stream.atName(end);
  }
}
