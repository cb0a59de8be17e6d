// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

/**
 * Tells whether a regular expression can match an empty text, by reading its syntax (Oniguruma's,
 * Ruby flavour). Constructs that it does not know count as empty, so that "no" is certain.
 */
final class EmptyMatch {
  private static final int MAX_DEPTH = 200;

  private final String regex;
  private int at;

  private EmptyMatch(String regex) {
    this.regex = regex;
  }

  /** Whether a match of nothing is possible, or the expression is too odd to tell. */
  static boolean isPossible(String regex) {
    EmptyMatch reading = new EmptyMatch(regex);
    return reading.alternatives(0) || reading.at < regex.length();
  }

  /** Reads up to the end or a closing parenthesis. */
  private boolean alternatives(int depth) {
    boolean anyEmpty = false;
    boolean branchEmpty = true;
    while (at < regex.length() && regex.charAt(at) != ')') {
      if (regex.charAt(at) == '|') {
        anyEmpty |= branchEmpty;
        branchEmpty = true;
        at++;
      } else {
        boolean empty = atom(depth);
        branchEmpty &= quantifier(empty);
      }
    }
    return anyEmpty || branchEmpty;
  }

  /** Reads one thing that a quantifier may follow. */
  private boolean atom(int depth) {
    char c = regex.charAt(at);
    at++;
    return switch (c) {
      case '^', '$' -> true;
      case '[' -> characterClass();
      case '(' -> group(depth + 1);
      case '\\' -> escape();
      default -> false;
    };
  }

  private boolean group(int depth) {
    if (depth > MAX_DEPTH) {
      at = regex.length();
      return true;
    }
    boolean zeroWidth = false;
    if (regex.startsWith("?", at)) {
      boolean named = regex.startsWith("?<", at) && !isLook(at + 2);
      zeroWidth = isLook(at + 1) || (regex.startsWith("?<", at) && isLook(at + 2));
      if (named) {
        int end = regex.indexOf('>', at);
        at = end < 0 ? regex.length() : end + 1;
      } else {
        at++;
        while (at < regex.length() && "imxa-<=!>:#".indexOf(regex.charAt(at)) >= 0) {
          char option = regex.charAt(at);
          at++;
          if (option == ':' || option == '>' || option == '=' || option == '!') {
            break;
          }
          zeroWidth |= option == '#';
        }
      }
    }
    boolean empty = alternatives(depth);
    at++;
    return empty || zeroWidth;
  }

  private boolean isLook(int place) {
    return place < regex.length() && (regex.charAt(place) == '=' || regex.charAt(place) == '!');
  }

  /** Classes nest, and a bracket right after the opening one is a member. */
  private boolean characterClass() {
    if (regex.startsWith("^", at)) {
      at++;
    }
    if (regex.startsWith("]", at)) {
      at++;
    }
    int open = 1;
    while (at < regex.length() && open > 0) {
      char c = regex.charAt(at);
      at += c == '\\' ? 2 : 1;
      if (c == '[') {
        open++;
      } else if (c == ']') {
        open--;
      }
    }
    return open > 0;
  }

  private boolean escape() {
    if (at >= regex.length()) {
      return true;
    }
    char c = regex.charAt(at);
    at++;
    if (regex.startsWith("{", at) && "pPxuo".indexOf(c) >= 0) {
      int end = regex.indexOf('}', at);
      at = end < 0 ? regex.length() : end + 1;
    }
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter && "sSdDwWhHpPnrtfvaexuNR".indexOf(c) < 0;
  }

  /** Reads the quantifiers after a thing; says whether it can still be empty. */
  private boolean quantifier(boolean empty) {
    boolean result = empty;
    while (at < regex.length()) {
      char c = regex.charAt(at);
      if (c == '*' || c == '?' || c == '+') {
        result |= c != '+';
        at++;
        // A second sign makes it lazy or possessive; after a count it is a quantifier of its own.
        at += regex.startsWith("?", at) || regex.startsWith("+", at) ? 1 : 0;
      } else if (c == '{' && isCount()) {
        result |= regex.charAt(at + 1) == '0' || regex.charAt(at + 1) == ',';
        at = regex.indexOf('}', at) + 1;
      } else {
        break;
      }
    }
    return result;
  }

  private boolean isCount() {
    int end = regex.indexOf('}', at);
    return end > at + 1 && regex.substring(at + 1, end).matches("\\d*,?\\d*");
  }
}
