// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;

/** A cursor over tokens, with the nesting depth of the parsers that share it. */
final class TokenStream {
  private final List<Token> tokens;
  private int index;
  private int depth;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token current() {
    return tokens.get(index);
  }

  Token peek() {
    return tokens.get(Math.min(index + 1, tokens.size() - 1));
  }

  /** The current token; the cursor moves on, but never past the end. */
  Token next() {
    Token token = current();
    if (!token.is(TokenKind.EOF)) {
      index++;
    }
    return token;
  }

  boolean at(TokenKind kind) {
    return current().is(kind);
  }

  boolean atName(String name) {
    return current().isName(name);
  }

  boolean skip(TokenKind kind) {
    boolean found = at(kind);
    if (found) {
      next();
    }
    return found;
  }

  boolean skipName(String name) {
    boolean found = atName(name);
    if (found) {
      next();
    }
    return found;
  }

  Token expect(TokenKind kind) {
    if (!at(kind)) {
      throw expected(kind.description());
    }
    return next();
  }

  Token expectName(String name) {
    if (!atName(name)) {
      throw expected(name);
    }
    return next();
  }

  private SyntaxError expected(String what) {
    if (at(TokenKind.EOF)) {
      return error("unexpected end of template, expected '" + what + "'");
    }
    return error("expected token '" + what + "', got '" + current().describe() + "'");
  }

  SyntaxError error(String message) {
    return new SyntaxError(message, current().offset());
  }

  /** A nested construct begins; {@link #leave} ends it. */
  void enter() {
    if (++depth > TemplateLimits.MAX_NESTING) {
      throw error("nested too deeply: MAX_NESTING=" + TemplateLimits.MAX_NESTING);
    }
  }

  void leave() {
    depth--;
  }

  /** Checks the length of a chain of operators. */
  void checkChain(int length) {
    if (length > TemplateLimits.MAX_CHAIN) {
      throw error("expression too long: MAX_CHAIN=" + TemplateLimits.MAX_CHAIN);
    }
  }
}
