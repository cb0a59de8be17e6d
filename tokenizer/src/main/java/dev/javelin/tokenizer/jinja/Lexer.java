// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Splits a template into tokens, with {@code trim_blocks} and {@code lstrip_blocks} on: the line
 * break after a block tag or comment is dropped, and so are the blanks before one that begins its
 * line. The rules are those of jinja2's lexer.
 */
final class Lexer {
  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int pos;

  private Lexer(String source) {
    this.source = source;
  }

  /** Line breaks become {@code \n} and one at the end is dropped. */
  static String normalize(String source) {
    String unix = source.replace("\r\n", "\n").replace('\r', '\n');
    return unix.endsWith("\n") ? unix.substring(0, unix.length() - 1) : unix;
  }

  /**
   * Tokens of a source that {@link #normalize} returned, closed by {@link TokenKind#EOF}.
   *
   * @throws SyntaxError where no token begins, or a comment or raw block has no end
   */
  static List<Token> tokenize(String source) {
    Lexer lexer = new Lexer(source);
    lexer.lexTemplate();
    lexer.add(TokenKind.EOF, "", source.length());
    return lexer.tokens;
  }

  private void lexTemplate() {
    while (pos < source.length()) {
      int tag = nextTag();
      if (tag < 0) {
        addData(source.substring(pos), pos);
        pos = source.length();
        return;
      }
      char type = source.charAt(tag + 1);
      char sign = signAt(tag + 2);
      addData(stripBefore(source.substring(pos, tag), sign, type != '{'), pos);
      pos = tag + (sign == 0 ? 2 : 3);
      if (type == '#') {
        skipComment(tag);
      } else if (type == '{') {
        add(TokenKind.VARIABLE_BEGIN, "{{", tag);
        lexTag(false);
      } else {
        int rawBody = rawBodyStart();
        if (rawBody >= 0) {
          pos = rawBody;
          lexRaw(tag);
        } else {
          add(TokenKind.BLOCK_BEGIN, "{%", tag);
          lexTag(true);
        }
      }
    }
  }

  private int nextTag() {
    int brace = source.indexOf('{', pos);
    while (brace >= 0 && brace + 1 < source.length()) {
      char next = source.charAt(brace + 1);
      if (next == '{' || next == '%' || next == '#') {
        return brace;
      }
      brace = source.indexOf('{', brace + 1);
    }
    return -1;
  }

  private char signAt(int index) {
    char c = index < source.length() ? source.charAt(index) : 0;
    return c == '-' || c == '+' ? c : 0;
  }

  private String stripBefore(String text, char sign, boolean block) {
    if (sign == '-') {
      return text.substring(0, endWithoutSpace(text));
    }
    if (sign == '+' || !block) {
      return text;
    }
    int lineStart = text.lastIndexOf('\n') + 1;
    boolean atLineStart = lineStart > 0 || pos == 0 || source.charAt(pos - 1) == '\n';
    boolean blank = endWithoutSpace(text) <= lineStart;
    return atLineStart && blank ? text.substring(0, lineStart) : text;
  }

  private static int endWithoutSpace(String text) {
    int end = text.length();
    while (end > 0 && CodePoints.isSpace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private int skipSpace(int index) {
    int end = index;
    while (end < source.length() && CodePoints.isSpace(source.charAt(end))) {
      end++;
    }
    return end;
  }

  private int skipLineBreak(int index) {
    return source.startsWith("\n", index) ? index + 1 : index;
  }

  private void skipComment(int tag) {
    int close = source.indexOf("#}", pos);
    if (close < 0) {
      throw new SyntaxError("Missing end of comment tag", tag);
    }
    char sign = close > pos ? signAt(close - 1) : 0;
    pos = afterTag(close + 2, sign);
  }

  private int afterTag(int end, char sign) {
    return sign == '-' ? skipSpace(end) : sign == '+' ? end : skipLineBreak(end);
  }

  /** Where the body of a raw block begins if {@code raw %}} follows, else -1. */
  private int rawBodyStart() {
    int name = skipSpace(pos);
    if (!source.startsWith("raw", name)) {
      return -1;
    }
    int end = skipSpace(name + 3);
    if (source.startsWith("-%}", end)) {
      return skipSpace(end + 3);
    }
    return source.startsWith("%}", end) ? end + 2 : -1;
  }

  private void lexRaw(int tag) {
    int open = source.indexOf("{%", pos);
    while (open >= 0) {
      char sign = signAt(open + 2);
      int name = skipSpace(open + (sign == 0 ? 2 : 3));
      int end = source.startsWith("endraw", name) ? skipSpace(name + 6) : source.length();
      char endSign = signAt(end);
      int close = endSign == 0 ? end : end + 1;
      if (source.startsWith("%}", close)) {
        addData(stripBefore(source.substring(pos, open), sign, true), pos);
        pos = afterTag(close + 2, endSign);
        return;
      }
      open = source.indexOf("{%", open + 1);
    }
    throw new SyntaxError("Missing end of raw directive", tag);
  }

  private void lexTag(boolean block) {
    Deque<TokenKind> open = new ArrayDeque<>();
    while (pos < source.length()) {
      if (open.isEmpty() && lexTagEnd(block)) {
        return;
      }
      char c = source.charAt(pos);
      if (CodePoints.isSpace(c)) {
        pos = skipSpace(pos);
      } else if (c >= '0' && c <= '9') {
        lexNumber();
      } else if (isNamePart(source.codePointAt(pos))) {
        lexName();
      } else if ((c != '\'' && c != '"') || !lexString(c)) {
        lexOperator(open);
      }
    }
  }

  private boolean lexTagEnd(boolean block) {
    String close = block ? "%}" : "}}";
    char sign = signAt(pos);
    int at = sign == 0 ? pos : pos + 1;
    if (!source.startsWith(close, at) || (sign == '+' && !block)) {
      return false;
    }
    add(block ? TokenKind.BLOCK_END : TokenKind.VARIABLE_END, close, pos);
    pos = block || sign == '-' ? afterTag(at + 2, sign) : at + 2;
    return true;
  }

  private void lexNumber() {
    NumberLiteral literal = NumberLiteral.at(source, pos);
    Object value = literal.value();
    add(value instanceof Double ? TokenKind.FLOAT : TokenKind.INTEGER, value, pos);
    pos = literal.end();
  }

  private static boolean isNamePart(int c) {
    return c == '_'
        || (Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
  }

  private void lexName() {
    int start = pos;
    int first = source.codePointAt(start);
    while (pos < source.length() && isNamePart(source.codePointAt(pos))) {
      pos += Character.charCount(source.codePointAt(pos));
    }
    if (first != '_' && !Character.isUnicodeIdentifierStart(first)) {
      throw new SyntaxError("Invalid character in identifier", start);
    }
    add(TokenKind.NAME, source.substring(start, pos), start);
  }

  private boolean lexString(char quote) {
    int end = pos + 1;
    while (end < source.length() && source.charAt(end) != quote) {
      end += source.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= source.length()) {
      return false;
    }
    String raw = source.substring(pos + 1, end);
    add(TokenKind.STRING, StringLiteral.decode(raw, pos), pos);
    pos = end + 1;
    return true;
  }

  private void lexOperator(Deque<TokenKind> open) {
    for (TokenKind kind : TokenKind.OPERATORS) {
      if (source.startsWith(kind.description(), pos)) {
        balance(kind, open);
        add(kind, kind.description(), pos);
        pos += kind.description().length();
        return;
      }
    }
    String c = Character.toString(source.codePointAt(pos));
    throw new SyntaxError("unexpected char '" + c + "'", pos);
  }

  private void balance(TokenKind kind, Deque<TokenKind> open) {
    switch (kind) {
      case LEFT_BRACE -> open.push(TokenKind.RIGHT_BRACE);
      case LEFT_PAREN -> open.push(TokenKind.RIGHT_PAREN);
      case LEFT_BRACKET -> open.push(TokenKind.RIGHT_BRACKET);
      case RIGHT_BRACE, RIGHT_PAREN, RIGHT_BRACKET -> {
        if (open.isEmpty()) {
          throw new SyntaxError("unexpected '" + kind.description() + "'", pos);
        }
        TokenKind expected = open.pop();
        if (expected != kind) {
          throw new SyntaxError(
              "unexpected '" + kind.description() + "', expected '" + expected.description() + "'",
              pos);
        }
      }
      default -> {}
    }
  }

  private void addData(String text, int offset) {
    if (!text.isEmpty()) {
      add(TokenKind.DATA, text, offset);
    }
  }

  private void add(TokenKind kind, Object value, int offset) {
    tokens.add(new Token(kind, value, offset));
  }
}
