// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Methods of strings that ask what characters they consist of. */
final class PredicateMethods {
  static final Map<String, BoundMethod.Method<String>> METHODS =
      Map.ofEntries(
          every("isalnum", PredicateMethods::isAlphanumeric),
          every("isalpha", Character::isLetter),
          every("isdecimal", Character::isDigit),
          every("isdigit", PredicateMethods::isDigit),
          every("isnumeric", PredicateMethods::isNumeric),
          every("isspace", CodePoints::isSpace),
          method("isascii", text -> text.codePoints().allMatch(c -> c < 128)),
          method("isprintable", text -> text.codePoints().allMatch(CodePoints::isPrintable)),
          method("isidentifier", PredicateMethods::isIdentifier),
          method("islower", PredicateMethods::isLower),
          method("isupper", PredicateMethods::isUpper),
          method("istitle", PredicateMethods::isTitle));

  /** Ideographs that are numbers; Java's character data does not say so. */
  private static final String HAN_NUMERALS = "零一二三四五六七八九十百千万萬亿億兆壹贰貳叁參肆伍陆陸柒捌玖拾佰仟两兩廿卅";

  /** Superscripts and subscripts, which are digits to Python but not to Java. */
  private static final String RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉";

  private PredicateMethods() {}

  private static Map.Entry<String, BoundMethod.Method<String>> method(
      String name, Predicate<String> test) {
    return Map.entry(
        name,
        (state, self, arguments) -> {
          arguments.bind(name, 0);
          state.budget().characters(self.length());
          return test.test(self);
        });
  }

  private static Map.Entry<String, BoundMethod.Method<String>> every(
      String name, IntPredicate test) {
    return method(name, text -> !text.isEmpty() && text.codePoints().allMatch(test));
  }

  static boolean isAlphanumeric(int c) {
    return Character.isLetter(c) || isNumeric(c);
  }

  private static boolean isNumeric(int c) {
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> HAN_NUMERALS.indexOf(c) >= 0;
    };
  }

  private static boolean isDigit(int c) {
    return Character.isDigit(c) || RAISED_DIGITS.indexOf(c) >= 0;
  }

  private static boolean isIdentifier(String text) {
    if (text.isEmpty()) {
      return false;
    }
    int first = text.codePointAt(0);
    return (first == '_' || Character.isUnicodeIdentifierStart(first))
        && text.codePoints()
            .allMatch(
                c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
  }

  /** Whether there is a cased character and all such are lower case. */
  static boolean isLower(String text) {
    return text.codePoints().anyMatch(Character::isLowerCase)
        && text.codePoints().noneMatch(c -> Character.isUpperCase(c) || Character.isTitleCase(c));
  }

  /** Whether there is a cased character and all such are upper case. */
  static boolean isUpper(String text) {
    return text.codePoints().anyMatch(Character::isUpperCase)
        && text.codePoints().noneMatch(c -> Character.isLowerCase(c) || Character.isTitleCase(c));
  }

  private static boolean isTitle(String text) {
    boolean inWord = false;
    boolean found = false;
    for (int c : text.codePoints().toArray()) {
      boolean upper = Character.isUpperCase(c) || Character.isTitleCase(c);
      if (upper == inWord && CaseMethods.isCased(c)) {
        return false;
      }
      inWord = CaseMethods.isCased(c);
      found |= inWord;
    }
    return found;
  }
}
