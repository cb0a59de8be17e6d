// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses a template into statements. */
final class StatementParser {
  private static final Set<String> CONSTANTS =
      Set.of("true", "false", "none", "True", "False", "None");

  private final TokenStream stream;
  private final ExpressionParser expressions;
  private final TargetParser targets;
  private int loopDepth;

  private StatementParser(List<Token> tokens) {
    this.stream = new TokenStream(tokens);
    this.expressions = new ExpressionParser(stream);
    this.targets = new TargetParser(stream, expressions);
  }

  /**
   * The statements of a whole template.
   *
   * @throws SyntaxError if the tokens are no template
   */
  static List<Statement> parse(List<Token> tokens) {
    StatementParser parser = new StatementParser(tokens);
    List<Statement> body = parser.parseBody("");
    if (parser.stream.at(TokenKind.EOF)) {
      return body;
    }
    throw parser.stream.error("unexpected '" + parser.stream.current().describe() + "'");
  }

  /** Whether a variable may have this name. */
  static boolean isAssignable(String name) {
    return !CONSTANTS.contains(name);
  }

  /** Statements up to the end of the template or to one of the tags; stops at the tag's name. */
  private List<Statement> parseBody(String opener, String... endTags) {
    List<Statement> body = new ArrayList<>();
    while (!stream.at(TokenKind.EOF)) {
      Token token = stream.next();
      switch (token.kind()) {
        case DATA -> body.add(new Statement.Data(token.text(), token.offset()));
        case VARIABLE_BEGIN -> {
          Expression value = expressions.parseTuple(true, "", false);
          stream.expect(TokenKind.VARIABLE_END);
          body.add(new Statement.Print(value, token.offset()));
        }
        default -> {
          for (String tag : endTags) {
            if (stream.atName(tag)) {
              return body;
            }
          }
          body.addAll(parseStatement(opener));
          stream.expect(TokenKind.BLOCK_END);
        }
      }
    }
    if (endTags.length > 0) {
      throw stream.error(
          "Unexpected end of template; tag '"
              + opener
              + "' needs '"
              + endTags[endTags.length - 1]
              + "'");
    }
    return body;
  }

  /** The body of a tag, from the end of the tag itself to the name of one of the end tags. */
  private List<Statement> parseTagBody(String opener, String... endTags) {
    stream.skip(TokenKind.COLON);
    stream.expect(TokenKind.BLOCK_END);
    return parseBody(opener, endTags);
  }

  /** Like {@link #parseTagBody} with one end tag, whose name is consumed. */
  private List<Statement> parseWholeBody(String opener, String endTag) {
    List<Statement> body = parseTagBody(opener, endTag);
    stream.next();
    return body;
  }

  private List<Statement> parseStatement(String opener) {
    Token tag = stream.current();
    if (!tag.is(TokenKind.NAME)) {
      throw stream.error("tag name expected");
    }
    stream.next();
    stream.enter();
    int offset = tag.offset();
    List<Statement> result =
        switch (tag.text()) {
          case "if" -> List.of(parseIf(offset));
          case "for" -> List.of(parseFor(offset));
          case "set" -> List.of(parseSet(offset));
          case "macro" -> List.of(parseMacro(offset));
          case "call" -> List.of(parseCallBlock(offset));
          case "filter" -> List.of(parseFilterBlock(offset));
          case "with" -> List.of(parseWith(offset));
          case "print" -> parsePrint(offset);
          case "generation" -> List.of(parseGeneration(offset));
          case "block" -> List.of(parseBlock(offset));
          case "break", "continue" -> List.of(parseLoopControl(tag));
          case "autoescape" -> List.of(parseAutoescape(tag));
          case "include", "import", "from", "extends" -> List.of(parseUnsupported(tag));
          default ->
              throw new SyntaxError(
                  "Encountered unknown tag '"
                      + tag.text()
                      + "'"
                      + (opener.isEmpty() ? "" : "; the innermost open tag is '" + opener + "'"),
                  offset);
        };
    stream.leave();
    return result;
  }

  private Statement parseIf(int offset) {
    List<Statement.Branch> branches = new ArrayList<>();
    List<Statement> otherwise = List.of();
    while (true) {
      Expression test = expressions.parseTuple(false, "", false);
      branches.add(new Statement.Branch(test, parseTagBody("if", "elif", "else", "endif")));
      Token end = stream.next();
      if (end.isName("else")) {
        otherwise = parseWholeBody("if", "endif");
      }
      if (!end.isName("elif")) {
        return new Statement.If(branches, otherwise, offset);
      }
    }
  }

  private Statement parseFor(int offset) {
    Target target = targets.parseTuple("in", false);
    if (target.names().anyMatch("loop"::equals)) {
      throw new SyntaxError("Can't assign to special loop variable in for-loop target", offset);
    }
    stream.expectName("in");
    Expression iterable = expressions.parseTuple(false, "recursive", false);
    Optional<Expression> test =
        stream.skipName("if") ? Optional.of(expressions.parseExpression()) : Optional.empty();
    boolean recursive = stream.skipName("recursive");
    loopDepth++;
    List<Statement> body = parseTagBody("for", "endfor", "else");
    loopDepth--;
    List<Statement> otherwise =
        stream.next().isName("else") ? parseWholeBody("for", "endfor") : List.of();
    return new Statement.For(target, iterable, test, recursive, body, otherwise, offset);
  }

  private Statement parseSet(int offset) {
    Target target = targets.parseTuple("", true);
    if (loopDepth > 0 && target.names().anyMatch("loop"::equals)) {
      throw new SyntaxError("Can't assign to special loop variable in for-loop target", offset);
    }
    if (stream.skip(TokenKind.ASSIGN)) {
      return new Statement.Set(target, expressions.parseTuple(true, "", false), offset);
    }
    Optional<Expression> filter = Optional.empty();
    while (stream.skip(TokenKind.PIPE)) {
      filter = Optional.of(expressions.primary().parseFilter(filter));
    }
    return new Statement.SetBlock(target, filter, parseWholeBody("set", "endset"), offset);
  }

  private Statement parseMacro(int offset) {
    Token name = stream.expect(TokenKind.NAME);
    if (!isAssignable(name.text())) {
      throw new SyntaxError("can't assign to '" + name.text() + "'", name.offset());
    }
    Callee callee = parseCallee("macro", "endmacro");
    return new Statement.MacroDefinition(name.text(), callee, offset);
  }

  private Statement parseCallBlock(int offset) {
    Signature signature =
        stream.at(TokenKind.LEFT_PAREN) ? parseSignature() : new Signature(List.of(), List.of());
    if (!(expressions.parseExpression() instanceof Expression.Call call)) {
      throw new SyntaxError("expected call", offset);
    }
    return new Statement.CallBlock(call, parseCalleeBody(signature, "call", "endcall"), offset);
  }

  private Callee parseCallee(String opener, String endTag) {
    return parseCalleeBody(parseSignature(), opener, endTag);
  }

  private Callee parseCalleeBody(Signature signature, String opener, String endTag) {
    List<Statement> body = parseOutsideLoops(opener, endTag);
    return Callee.of(signature.parameters(), signature.defaults(), body);
  }

  /** A body that runs as a function of its own, so that no loop outside can be left from it. */
  private List<Statement> parseOutsideLoops(String opener, String endTag) {
    int outerLoops = loopDepth;
    loopDepth = 0;
    List<Statement> body = parseWholeBody(opener, endTag);
    loopDepth = outerLoops;
    return body;
  }

  private record Signature(List<String> parameters, List<Expression> defaults) {}

  private Signature parseSignature() {
    List<String> parameters = new ArrayList<>();
    List<Expression> defaults = new ArrayList<>();
    stream.expect(TokenKind.LEFT_PAREN);
    while (!stream.at(TokenKind.RIGHT_PAREN)) {
      Token name = stream.expect(TokenKind.NAME);
      if (!isAssignable(name.text()) || parameters.contains(name.text())) {
        throw new SyntaxError("invalid parameter '" + name.text() + "'", name.offset());
      }
      parameters.add(name.text());
      if (stream.skip(TokenKind.ASSIGN)) {
        defaults.add(expressions.parseExpression());
      } else if (!defaults.isEmpty()) {
        throw stream.error("non-default argument follows default argument");
      }
      if (!stream.skip(TokenKind.COMMA)) {
        break;
      }
    }
    stream.expect(TokenKind.RIGHT_PAREN);
    return new Signature(parameters, defaults);
  }

  private Statement parseFilterBlock(int offset) {
    Expression filter = expressions.primary().parseFilter(Optional.empty());
    while (stream.skip(TokenKind.PIPE)) {
      filter = expressions.primary().parseFilter(Optional.of(filter));
    }
    return new Statement.FilterBlock(filter, parseWholeBody("filter", "endfilter"), offset);
  }

  private Statement parseWith(int offset) {
    List<Target> assigned = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    while (!stream.at(TokenKind.BLOCK_END)) {
      if (!assigned.isEmpty()) {
        stream.expect(TokenKind.COMMA);
      }
      assigned.add(targets.parseTuple("", false));
      stream.expect(TokenKind.ASSIGN);
      values.add(expressions.parseExpression());
    }
    return new Statement.With(assigned, values, parseWholeBody("with", "endwith"), offset);
  }

  private List<Statement> parsePrint(int offset) {
    List<Statement> prints = new ArrayList<>();
    while (!stream.at(TokenKind.BLOCK_END)) {
      if (!prints.isEmpty()) {
        stream.expect(TokenKind.COMMA);
      }
      prints.add(new Statement.Print(expressions.parseExpression(), offset));
    }
    return prints;
  }

  private Statement parseGeneration(int offset) {
    return new Statement.Scoped(parseOutsideLoops("generation", "endgeneration"), offset);
  }

  private Statement parseBlock(int offset) {
    String name = stream.expect(TokenKind.NAME).text();
    stream.skipName("scoped");
    stream.skipName("required");
    List<Statement> body = parseOutsideLoops("block", "endblock");
    stream.skipName(name);
    return new Statement.Scoped(body, offset);
  }

  private Statement parseLoopControl(Token tag) {
    if (loopDepth == 0) {
      throw new SyntaxError("'" + tag.text() + "' outside loop", tag.offset());
    }
    return new Statement.LoopControl(tag.isName("break"), tag.offset());
  }

  /** A tag whose operands do not matter, since it fails when it is reached. */
  private Statement parseUnsupported(Token tag) {
    while (!stream.at(TokenKind.BLOCK_END) && !stream.at(TokenKind.EOF)) {
      stream.next();
    }
    return new Statement.Unsupported(tag.text(), tag.offset());
  }

  /** Text is never escaped here, so only the switch that turns escaping off can be obeyed. */
  private Statement parseAutoescape(Token tag) {
    boolean off =
        expressions.parseExpression() instanceof Expression.Literal literal
            && !Values.isTrue(literal.value());
    List<Statement> body = parseWholeBody("autoescape", "endautoescape");
    return off
        ? new Statement.Scoped(body, tag.offset())
        : new Statement.Unsupported(tag.text(), tag.offset());
  }
}
