// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import dev.javelin.engineapi.ChatTemplateException;
import org.jspecify.annotations.Nullable;

/** A chat template that cannot be parsed, fails while rendering, or refuses its input. */
public final class TemplateException extends ChatTemplateException {
  /** Whose fault it is and what the message holds. */
  public enum Kind {
    /** The template is not valid Jinja; found by {@link Template#parse}. */
    SYNTAX,
    /** The template failed on this input, or reached a limit of {@link TemplateLimits}. */
    RUNTIME,
    /** The template called {@code raise_exception}; the message is its text, unchanged. */
    RAISED
  }

  private final Kind kind;
  private final int line;
  private final int column;

  TemplateException(Kind kind, String message, int line, int column, @Nullable Throwable cause) {
    super(kind == Kind.RAISED ? message : located(kind, message, line, column), cause);
    this.kind = kind;
    this.line = line;
    this.column = column;
  }

  private static String located(Kind kind, String message, int line, int column) {
    String what = kind == Kind.SYNTAX ? "chat template is not valid" : "chat template failed";
    return what + ": " + message + " (line " + line + ", column " + column + ")";
  }

  /** The kind of failure. */
  public Kind kind() {
    return kind;
  }

  /** Line of the template where it happened, from 1. */
  public int line() {
    return line;
  }

  /** Column of that line, from 1, in UTF-16 units. */
  public int column() {
    return column;
  }
}
