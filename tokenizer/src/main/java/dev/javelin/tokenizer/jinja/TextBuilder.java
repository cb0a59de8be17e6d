// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** A string under construction whose length counts against a {@link Budget}. */
final class TextBuilder {
  private final Budget budget;
  private final StringBuilder text = new StringBuilder();

  TextBuilder(Budget budget) {
    this.budget = budget;
  }

  TextBuilder append(String piece) {
    grow(piece.length());
    text.append(piece);
    return this;
  }

  TextBuilder append(char piece) {
    grow(1);
    text.append(piece);
    return this;
  }

  TextBuilder appendCodePoint(int codePoint) {
    grow(Character.charCount(codePoint));
    text.appendCodePoint(codePoint);
    return this;
  }

  private void grow(int length) {
    if (text.length() + length > TemplateLimits.MAX_TEXT_CHARS) {
      throw EvaluationError.limit("long text", "MAX_TEXT_CHARS", TemplateLimits.MAX_TEXT_CHARS);
    }
    budget.characters(length);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
