// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Methods of strings that take strings apart or join them. */
final class SplitMethods {
  static final Map<String, BoundMethod.Method<String>> METHODS =
      Map.of(
          "split",
          (state, self, arguments) -> split(state, self, arguments, false),
          "rsplit",
          (state, self, arguments) -> split(state, self, arguments, true),
          "splitlines",
          SplitMethods::splitLines,
          "join",
          SplitMethods::join);

  private SplitMethods() {}

  private static Object split(
      RenderState state, String self, Arguments arguments, boolean fromRight) {
    BoundArguments bound = arguments.bind("split", 0, "sep", "maxsplit");
    int limit = bound.integer(1, -1);
    int splits = limit < 0 ? Integer.MAX_VALUE : limit;
    Parts parts = new Parts(state.budget());
    if (bound.optional(0) != None.NONE) {
      String separator = bound.text(0);
      if (separator.isEmpty()) {
        throw EvaluationError.value("empty separator");
      }
      state.budget().characters(Searching.cost(self, separator));
      return fromRight
          ? splitRight(parts, self, separator, splits)
          : splitLeft(parts, self, separator, splits);
    }
    if (!fromRight) {
      return words(parts, self, splits);
    }
    List<Object> backwards = words(new Parts(state.budget()), reversed(self), splits);
    backwards.forEach(part -> parts.add(reversed((String) part)));
    return parts.reversed();
  }

  private static List<Object> splitLeft(Parts parts, String text, String separator, int limit) {
    int pos = 0;
    int found = text.indexOf(separator);
    while (found >= 0 && parts.size() < limit) {
      parts.add(text.substring(pos, found));
      pos = found + separator.length();
      found = text.indexOf(separator, pos);
    }
    parts.add(text.substring(pos));
    return parts.list();
  }

  private static List<Object> splitRight(Parts parts, String text, String separator, int limit) {
    int end = text.length();
    int found = text.lastIndexOf(separator);
    while (found >= 0 && parts.size() < limit) {
      parts.add(text.substring(found + separator.length(), end));
      end = found;
      found = end < separator.length() ? -1 : text.lastIndexOf(separator, end - separator.length());
    }
    parts.add(text.substring(0, end));
    return parts.reversed();
  }

  /** Splits at runs of white space; the rest after the last split keeps its trailing blanks. */
  private static List<Object> words(Parts parts, String text, int limit) {
    int pos = 0;
    while (true) {
      while (pos < text.length() && CodePoints.isSpace(text.charAt(pos))) {
        pos++;
      }
      if (pos == text.length()) {
        return parts.list();
      }
      int end = pos;
      while (end < text.length() && !CodePoints.isSpace(text.charAt(end))) {
        end++;
      }
      if (parts.size() == limit) {
        parts.add(text.substring(pos));
        return parts.list();
      }
      parts.add(text.substring(pos, end));
      pos = end;
    }
  }

  private static String reversed(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  private static Object splitLines(RenderState state, String self, Arguments arguments) {
    boolean keepEnds = arguments.bind("splitlines", 0, "keepends").integer(0, 0) != 0;
    return lines(state.budget(), self, keepEnds);
  }

  /** The lines of a text; an end of line at the end of the text begins no further one. */
  static List<Object> lines(Budget budget, String text, boolean keepEnds) {
    Parts lines = new Parts(budget);
    int pos = 0;
    while (pos < text.length()) {
      int end = pos;
      while (end < text.length() && !CodePoints.isLineEnd(text.charAt(end))) {
        end++;
      }
      int next = text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length());
      lines.add(text.substring(pos, keepEnds ? next : end));
      pos = next;
    }
    return lines.list();
  }

  private static Object join(RenderState state, String self, Arguments arguments) {
    Iterator<Object> elements = Values.iterator(arguments.bind("join", 1, "iterable").get(0));
    TextBuilder result = new TextBuilder(state.budget());
    for (int i = 0; elements.hasNext(); i++) {
      state.budget().step();
      Object element = elements.next();
      if (!Values.isText(element)) {
        throw EvaluationError.type(
            "sequence item "
                + i
                + ": expected str instance, "
                + Values.typeName(element)
                + " found");
      }
      result.append(i == 0 ? "" : self).append(Values.text(element));
    }
    return result.toString();
  }
}
