// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;

/** Methods of strings that look for other strings. */
final class SearchMethods {
  static final Map<String, BoundMethod.Method<String>> METHODS =
      Map.ofEntries(
          Map.entry("find", (state, self, arguments) -> find(state, self, arguments, false)),
          Map.entry("rfind", (state, self, arguments) -> find(state, self, arguments, true)),
          Map.entry("index", (state, self, arguments) -> index(state, self, arguments, false)),
          Map.entry("rindex", (state, self, arguments) -> index(state, self, arguments, true)),
          Map.entry("count", SearchMethods::count),
          Map.entry("startswith", (state, self, arguments) -> affix(state, self, arguments, true)),
          Map.entry("endswith", (state, self, arguments) -> affix(state, self, arguments, false)),
          Map.entry("replace", SearchMethods::replace),
          Map.entry("removeprefix", SearchMethods::removePrefix),
          Map.entry("removesuffix", SearchMethods::removeSuffix),
          Map.entry(
              "partition", (state, self, arguments) -> partition(state, self, arguments, false)),
          Map.entry(
              "rpartition", (state, self, arguments) -> partition(state, self, arguments, true)));

  private SearchMethods() {}

  private static Object find(RenderState state, String self, Arguments arguments, boolean last) {
    BoundArguments bound = arguments.bind("find", 1, "sub", "start", "end");
    String part = bound.text(0);
    int[] range = Slices.searchBounds(self, bound.optional(1), bound.optional(2));
    if (range[0] + part.length() > range[1]) {
      return -1L;
    }
    state.budget().characters(Searching.cost(self, part));
    String text = self.substring(range[0], range[1]);
    int found = last ? text.lastIndexOf(part) : text.indexOf(part);
    return found < 0 ? -1L : (long) CodePoints.position(self, range[0] + found);
  }

  private static Object index(RenderState state, String self, Arguments arguments, boolean last) {
    Object position = find(state, self, arguments, last);
    if (position.equals(-1L)) {
      throw EvaluationError.value("substring not found");
    }
    return position;
  }

  private static Object count(RenderState state, String self, Arguments arguments) {
    BoundArguments bound = arguments.bind("count", 1, "sub", "start", "end");
    String part = bound.text(0);
    int[] range = Slices.searchBounds(self, bound.optional(1), bound.optional(2));
    if (range[0] + part.length() > range[1]) {
      return 0L;
    }
    state.budget().characters(Searching.cost(self, part));
    String text = self.substring(range[0], range[1]);
    if (part.isEmpty()) {
      return CodePoints.length(text) + 1L;
    }
    long count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  private static Object affix(RenderState state, String self, Arguments arguments, boolean prefix) {
    state.budget().characters(Searching.positionCost(self));
    String name = prefix ? "startswith" : "endswith";
    BoundArguments bound = arguments.bind(name, 1, "affix", "start", "end");
    int[] range = Slices.searchBounds(self, bound.optional(1), bound.optional(2));
    Object affixes = bound.get(0);
    List<Object> choices = affixes instanceof Tuple tuple ? tuple.items() : List.of(affixes);
    for (Object choice : choices) {
      if (choice instanceof Undefined undefined) {
        throw undefined.error();
      }
      if (!Values.isText(choice)) {
        throw EvaluationError.type(
            name + " first arg must be str or a tuple of str, not " + Values.typeName(choice));
      }
      String affix = Values.text(choice);
      boolean fits = range[0] + affix.length() <= range[1];
      if (fits && self.startsWith(affix, prefix ? range[0] : range[1] - affix.length())) {
        return true;
      }
    }
    return false;
  }

  private static Object replace(RenderState state, String self, Arguments arguments) {
    BoundArguments bound = arguments.bind("replace", 2, "old", "new", "count");
    return replace(state.budget(), self, bound.text(0), bound.text(1), bound.integer(2, -1));
  }

  /**
   * Replaces from the left.
   *
   * @param limit most replacements, or negative for all
   */
  static String replace(Budget budget, String text, String old, String replacement, int limit) {
    budget.characters(Searching.cost(text, old));
    int left = limit < 0 ? Integer.MAX_VALUE : limit;
    if (old.isEmpty()) {
      return interleave(budget, text, replacement, left);
    }
    int found = text.indexOf(old);
    if (found < 0 || left == 0) {
      return text;
    }
    TextBuilder result = new TextBuilder(budget);
    int pos = 0;
    for (; found >= 0 && left > 0; left--) {
      result.append(text.substring(pos, found)).append(replacement);
      pos = found + old.length();
      found = text.indexOf(old, pos);
    }
    return result.append(text.substring(pos)).toString();
  }

  private static String interleave(Budget budget, String text, String piece, int limit) {
    TextBuilder result = new TextBuilder(budget);
    int left = limit;
    for (int c : text.codePoints().toArray()) {
      if (left-- > 0) {
        result.append(piece);
      }
      result.appendCodePoint(c);
    }
    return left > 0 ? result.append(piece).toString() : result.toString();
  }

  private static Object removePrefix(RenderState state, String self, Arguments arguments) {
    state.budget().characters(self.length());
    String prefix = arguments.bind("removeprefix", 1, "prefix").text(0);
    return self.startsWith(prefix) ? self.substring(prefix.length()) : self;
  }

  private static Object removeSuffix(RenderState state, String self, Arguments arguments) {
    state.budget().characters(self.length());
    String suffix = arguments.bind("removesuffix", 1, "suffix").text(0);
    return self.endsWith(suffix) ? self.substring(0, self.length() - suffix.length()) : self;
  }

  private static Object partition(
      RenderState state, String self, Arguments arguments, boolean last) {
    state.budget().characters(self.length());
    String separator = arguments.bind("partition", 1, "sep").text(0);
    if (separator.isEmpty()) {
      throw EvaluationError.value("empty separator");
    }
    int found = last ? self.lastIndexOf(separator) : self.indexOf(separator);
    if (found < 0) {
      return last ? Tuple.of("", "", self) : Tuple.of(self, "", "");
    }
    return Tuple.of(
        self.substring(0, found), separator, self.substring(found + separator.length()));
  }
}
