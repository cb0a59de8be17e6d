// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Map;
import java.util.function.IntPredicate;

/** Methods of strings that add or remove characters at the ends. */
final class PaddingMethods {
  static final Map<String, BoundMethod.Method<String>> METHODS =
      Map.of(
          "strip", (state, self, arguments) -> strip(state, self, arguments, true, true),
          "lstrip", (state, self, arguments) -> strip(state, self, arguments, true, false),
          "rstrip", (state, self, arguments) -> strip(state, self, arguments, false, true),
          "center", PaddingMethods::center,
          "ljust", (state, self, arguments) -> justify(state, self, arguments, false),
          "rjust", (state, self, arguments) -> justify(state, self, arguments, true),
          "zfill", PaddingMethods::zeroFill,
          "expandtabs", PaddingMethods::expandTabs);

  private static final int TAB_SIZE = 8;

  private PaddingMethods() {}

  private static Object strip(
      RenderState state, String self, Arguments arguments, boolean left, boolean right) {
    state.budget().characters(self.length());
    BoundArguments bound = arguments.bind("strip", 0, "chars");
    return bound.optional(0) == None.NONE
        ? strip(self, CodePoints::isSpace, left, right)
        : strip(self, isOneOf(bound.text(0)), left, right);
  }

  private static IntPredicate isOneOf(String characters) {
    return c -> characters.indexOf(c) >= 0;
  }

  private static String strip(String text, IntPredicate drop, boolean left, boolean right) {
    int start = 0;
    int end = text.length();
    while (left && start < end && drop.test(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (right && end > start && drop.test(text.codePointBefore(end))) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }

  private static Object center(RenderState state, String self, Arguments arguments) {
    BoundArguments bound = arguments.bind("center", 1, "width", "fillchar");
    String fill = fill(bound);
    int width = bound.integer(0, 0);
    return center(state.budget(), self, width, fill);
  }

  /** The text in the middle of a field; of an odd rest Python's side gets more. */
  static String center(Budget budget, String text, int width, String fill) {
    int rest = width - CodePoints.length(text);
    if (rest <= 0) {
      return text;
    }
    int left = rest / 2 + (rest & width & 1);
    return padded(budget, text, left, rest - left, fill);
  }

  private static Object justify(
      RenderState state, String self, Arguments arguments, boolean right) {
    BoundArguments bound = arguments.bind("justify", 1, "width", "fillchar");
    int rest = Math.max(0, bound.integer(0, 0) - CodePoints.length(self));
    return padded(state.budget(), self, right ? rest : 0, right ? 0 : rest, fill(bound));
  }

  private static String fill(BoundArguments bound) {
    String fill = bound.text(1, " ");
    if (CodePoints.length(fill) != 1) {
      throw EvaluationError.type("The fill character must be exactly one character long");
    }
    return fill;
  }

  static String padded(Budget budget, String text, int left, int right, String fill) {
    budget.text(text.length() + ((long) left + right) * fill.length());
    return fill.repeat(left) + text + fill.repeat(right);
  }

  private static Object zeroFill(RenderState state, String self, Arguments arguments) {
    int width = arguments.bind("zfill", 1, "width").integer(0, 0);
    int zeros = Math.max(0, width - CodePoints.length(self));
    int sign = self.startsWith("-") || self.startsWith("+") ? 1 : 0;
    return self.substring(0, sign) + padded(state.budget(), self.substring(sign), zeros, 0, "0");
  }

  private static Object expandTabs(RenderState state, String self, Arguments arguments) {
    int size = arguments.bind("expandtabs", 0, "tabsize").integer(0, TAB_SIZE);
    TextBuilder result = new TextBuilder(state.budget());
    int column = 0;
    for (int c : self.codePoints().toArray()) {
      if (c == '\t') {
        int blanks = size > 0 ? size - column % size : 0;
        result.append(padded(state.budget(), "", blanks, 0, " "));
        column += blanks;
      } else {
        result.appendCodePoint(c);
        column = c == '\n' || c == '\r' ? 0 : column + 1;
      }
    }
    return result.toString();
  }
}
