// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses literals, names, subscripts, calls, filters and tests. */
final class PrimaryParser {
  private final TokenStream stream;
  private final ExpressionParser expressions;

  PrimaryParser(TokenStream stream, ExpressionParser expressions) {
    this.stream = stream;
    this.expressions = expressions;
  }

  /** A name, a literal, or an expression in parentheses. */
  Expression parsePrimary() {
    Token token = stream.next();
    return switch (token.kind()) {
      case NAME -> nameOrConstant(token);
      case STRING -> strings(token);
      case INTEGER, FLOAT -> new Expression.Literal(token.value(), token.offset());
      case LEFT_PAREN -> {
        stream.enter();
        Expression inner = expressions.parseTuple(true, "", true);
        stream.expect(TokenKind.RIGHT_PAREN);
        stream.leave();
        yield inner;
      }
      case LEFT_BRACKET -> parseList(token);
      case LEFT_BRACE -> parseDict(token);
      default -> throw new SyntaxError("unexpected '" + token.describe() + "'", token.offset());
    };
  }

  private static Expression nameOrConstant(Token token) {
    return switch (token.text()) {
      case "true", "True" -> new Expression.Literal(true, token.offset());
      case "false", "False" -> new Expression.Literal(false, token.offset());
      case "none", "None" -> new Expression.Literal(None.NONE, token.offset());
      default -> new Expression.Name(token.text(), token.offset());
    };
  }

  private Expression strings(Token first) {
    StringBuilder text = new StringBuilder(first.text());
    while (stream.at(TokenKind.STRING)) {
      text.append(stream.next().text());
    }
    return new Expression.Literal(text.toString(), first.offset());
  }

  private Expression parseList(Token open) {
    stream.enter();
    List<Expression> items = new ArrayList<>();
    while (!stream.at(TokenKind.RIGHT_BRACKET)) {
      items.add(expressions.parseExpression());
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
    }
    stream.expect(TokenKind.RIGHT_BRACKET);
    stream.leave();
    return new Expression.ListLiteral(items, false, open.offset());
  }

  private Expression parseDict(Token open) {
    stream.enter();
    List<Expression> keys = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    while (!stream.at(TokenKind.RIGHT_BRACE)) {
      keys.add(expressions.parseExpression());
      stream.expect(TokenKind.COLON);
      values.add(expressions.parseExpression());
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
    }
    stream.expect(TokenKind.RIGHT_BRACE);
    stream.leave();
    return new Expression.DictLiteral(keys, values, open.offset());
  }

  /** Attributes, subscripts and calls that follow an expression. */
  Expression parsePostfix(Expression start) {
    Expression result = start;
    for (int chain = 0; ; stream.checkChain(++chain)) {
      switch (stream.current().kind()) {
        case DOT -> result = parseAttribute(result);
        case LEFT_BRACKET -> result = parseSubscript(result);
        case LEFT_PAREN -> result = parseCall(result);
        default -> {
          return result;
        }
      }
    }
  }

  private Expression parseAttribute(Expression object) {
    int offset = stream.next().offset();
    Token name = stream.next();
    if (name.is(TokenKind.NAME)) {
      return new Expression.Attribute(object, name.text(), offset);
    }
    if (name.is(TokenKind.INTEGER)) {
      Expression index = new Expression.Literal(name.value(), name.offset());
      return new Expression.Item(object, index, offset);
    }
    throw new SyntaxError("expected name or number", name.offset());
  }

  private Expression parseSubscript(Expression object) {
    int offset = stream.next().offset();
    stream.enter();
    Expression result = parseSubscribed(object, offset);
    stream.expect(TokenKind.RIGHT_BRACKET);
    stream.leave();
    return result;
  }

  private Expression parseSubscribed(Expression object, int offset) {
    Optional<Expression> start = Optional.empty();
    if (!stream.at(TokenKind.COLON)) {
      Expression key = expressions.parseExpression();
      if (stream.at(TokenKind.COMMA)) {
        List<Expression> items = new ArrayList<>(List.of(key));
        while (stream.skip(TokenKind.COMMA) && !stream.at(TokenKind.RIGHT_BRACKET)) {
          items.add(expressions.parseExpression());
        }
        return new Expression.Item(object, new Expression.ListLiteral(items, true, offset), offset);
      }
      if (!stream.at(TokenKind.COLON)) {
        return new Expression.Item(object, key, offset);
      }
      start = Optional.of(key);
    }
    stream.expect(TokenKind.COLON);
    Optional<Expression> stop = sliceBound();
    Optional<Expression> step = stream.skip(TokenKind.COLON) ? sliceBound() : Optional.empty();
    return new Expression.Slice(object, start, stop, step, offset);
  }

  private Optional<Expression> sliceBound() {
    return stream.at(TokenKind.COLON) || stream.at(TokenKind.RIGHT_BRACKET)
        ? Optional.empty()
        : Optional.of(expressions.parseExpression());
  }

  private Expression parseCall(Expression callee) {
    int offset = stream.current().offset();
    return new Expression.Call(callee, parseArguments(), offset);
  }

  /** Arguments in parentheses. */
  CallArguments parseArguments() {
    int offset = stream.expect(TokenKind.LEFT_PAREN).offset();
    stream.enter();
    List<Expression> positional = new ArrayList<>();
    List<CallArguments.Keyword> keywords = new ArrayList<>();
    Optional<Expression> rest = Optional.empty();
    Optional<Expression> keywordRest = Optional.empty();
    while (!stream.at(TokenKind.RIGHT_PAREN)) {
      boolean starred = rest.isPresent() || keywordRest.isPresent();
      if (stream.skip(TokenKind.MUL)) {
        ensure(!starred, offset);
        rest = Optional.of(expressions.parseExpression());
      } else if (stream.skip(TokenKind.POW)) {
        ensure(keywordRest.isEmpty(), offset);
        keywordRest = Optional.of(expressions.parseExpression());
      } else if (stream.at(TokenKind.NAME) && stream.peek().is(TokenKind.ASSIGN)) {
        ensure(keywordRest.isEmpty(), offset);
        String name = stream.next().text();
        ensure(keywords.stream().noneMatch(k -> k.name().equals(name)), offset);
        stream.next();
        keywords.add(new CallArguments.Keyword(name, expressions.parseExpression()));
      } else {
        ensure(!starred && keywords.isEmpty(), offset);
        positional.add(expressions.parseExpression());
      }
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
    }
    stream.expect(TokenKind.RIGHT_PAREN);
    stream.leave();
    return new CallArguments(positional, keywords, rest, keywordRest);
  }

  private static void ensure(boolean valid, int offset) {
    if (!valid) {
      throw new SyntaxError("invalid syntax for function call expression", offset);
    }
  }

  /** Filters, tests and calls that follow an expression. */
  Expression parseFiltersAndTests(Expression start) {
    Expression result = start;
    for (int chain = 0; ; stream.checkChain(++chain)) {
      if (stream.at(TokenKind.PIPE)) {
        stream.next();
        result = parseFilter(Optional.of(result));
      } else if (stream.atName("is")) {
        result = parseTest(result);
      } else if (stream.at(TokenKind.LEFT_PAREN)) {
        result = parseCall(result);
      } else {
        return result;
      }
    }
  }

  /** One filter, from its name on. */
  Expression parseFilter(Optional<Expression> value) {
    int offset = stream.current().offset();
    String name = dottedName();
    CallArguments arguments =
        stream.at(TokenKind.LEFT_PAREN) ? parseArguments() : CallArguments.EMPTY;
    return new Expression.FilterCall(value, name, arguments, offset);
  }

  private String dottedName() {
    StringBuilder name = new StringBuilder(stream.expect(TokenKind.NAME).text());
    while (stream.skip(TokenKind.DOT)) {
      name.append('.').append(stream.expect(TokenKind.NAME).text());
    }
    return name.toString();
  }

  private Expression parseTest(Expression value) {
    int offset = stream.next().offset();
    boolean negated = stream.skipName("not");
    String name = dottedName();
    Expression test = new Expression.TestCall(value, name, testArguments(), offset);
    return negated ? new Expression.Unary(UnaryOperator.NOT, test, offset) : test;
  }

  private CallArguments testArguments() {
    Token next = stream.current();
    boolean operand =
        switch (next.kind()) {
          case NAME -> !next.isName("else") && !next.isName("or") && !next.isName("and");
          case STRING, INTEGER, FLOAT, LEFT_BRACKET, LEFT_BRACE -> true;
          default -> false;
        };
    if (next.is(TokenKind.LEFT_PAREN)) {
      return parseArguments();
    }
    if (!operand) {
      return CallArguments.EMPTY;
    }
    if (next.isName("is")) {
      throw stream.error("You cannot chain multiple tests with is");
    }
    Expression argument = parsePostfix(parsePrimary());
    return new CallArguments(List.of(argument), List.of(), Optional.empty(), Optional.empty());
  }
}
