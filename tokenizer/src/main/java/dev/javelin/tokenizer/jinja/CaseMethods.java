// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Methods of strings that change upper and lower case. */
final class CaseMethods {
  static final Map<String, BoundMethod.Method<String>> METHODS =
      Map.of(
          "upper", method("upper", CaseMethods::upper),
          "lower", method("lower", CaseMethods::lower),
          "casefold", method("casefold", text -> lower(upper(text))),
          "capitalize", method("capitalize", CaseMethods::capitalize),
          "title", method("title", CaseMethods::title),
          "swapcase", method("swapcase", CaseMethods::swapCase));

  private CaseMethods() {}

  private static BoundMethod.Method<String> method(String name, UnaryOperator<String> change) {
    return (state, self, arguments) -> {
      arguments.bind(name, 0);
      state.budget().text(self.length());
      return change.apply(self);
    };
  }

  static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  static String capitalize(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int rest = text.offsetByCodePoints(0, 1);
    return titleCase(text.codePointAt(0)) + lower(text.substring(rest));
  }

  private static String titleCase(int c) {
    int title = Character.toTitleCase(c);
    if (title != c || Character.isTitleCase(c)) {
      return Character.toString(title);
    }
    String upper = upper(Character.toString(c));
    int first = upper.offsetByCodePoints(0, 1);
    return upper.substring(0, first) + lower(upper.substring(first));
  }

  private static String title(String text) {
    StringBuilder result = new StringBuilder(text.length());
    boolean inWord = false;
    for (int c : text.codePoints().toArray()) {
      result.append(inWord ? lower(Character.toString(c)) : titleCase(c));
      inWord = isCased(c);
    }
    return result.toString();
  }

  private static String swapCase(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int c : text.codePoints().toArray()) {
      String one = Character.toString(c);
      result.append(Character.isUpperCase(c) ? lower(one) : upper(one));
    }
    return result.toString();
  }

  /** Whether a character has a case at all. */
  static boolean isCased(int c) {
    return Character.isUpperCase(c) || Character.isLowerCase(c) || Character.isTitleCase(c);
  }
}
