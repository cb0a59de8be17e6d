// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Filters that treat their value as text. */
final class TextFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.ofEntries(
          Map.entry("upper", change("upper", CaseMethods::upper)),
          Map.entry("lower", change("lower", CaseMethods::lower)),
          Map.entry("capitalize", change("capitalize", CaseMethods::capitalize)),
          Map.entry("title", change("title", TextFilters::title)),
          Map.entry("trim", TextFilters::trim),
          Map.entry("replace", TextFilters::replace),
          Map.entry("indent", TextFilters::indent),
          Map.entry("center", TextFilters::center),
          Map.entry("truncate", TextFilters::truncate),
          Map.entry("wordcount", TextFilters::wordCount),
          Map.entry("format", TextFilters::format),
          Map.entry("string", TextFilters::string),
          Map.entry("safe", TextFilters::safe),
          Map.entry("escape", TextFilters::escape),
          Map.entry("e", TextFilters::escape),
          Map.entry("forceescape", TextFilters::forceEscape));

  private static final Pattern WORD_START =
      Pattern.compile("[-\\s\\x1c-\\x1f({\\[<]+", Pattern.UNICODE_CHARACTER_CLASS);

  private static final int DEFAULT_CENTER_WIDTH = 80;
  private static final int DEFAULT_TRUNCATE_LENGTH = 255;
  private static final int DEFAULT_LEEWAY = 5;

  private TextFilters() {}

  /** A text that keeps the mark of the value it came from. */
  private static Object like(Object value, String text) {
    return value instanceof Markup ? new Markup(text) : text;
  }

  private static Filters.Filter change(String name, UnaryOperator<String> change) {
    return (state, value, arguments) -> {
      arguments.bind(name, 0);
      String text = state.str(value);
      state.budget().text(text.length());
      return like(value, change.apply(text));
    };
  }

  private static String title(String text) {
    StringBuilder result = new StringBuilder(text.length());
    Matcher starts = WORD_START.matcher(text);
    int pos = 0;
    while (starts.find()) {
      result.append(titleWord(text.substring(pos, starts.start()))).append(starts.group());
      pos = starts.end();
    }
    return result.append(titleWord(text.substring(pos))).toString();
  }

  private static String titleWord(String word) {
    if (word.isEmpty()) {
      return word;
    }
    int first = word.offsetByCodePoints(0, 1);
    return CaseMethods.upper(word.substring(0, first)) + CaseMethods.lower(word.substring(first));
  }

  private static Object trim(RenderState state, Object value, Arguments arguments) {
    Arguments chars = Arguments.of(arguments.bind("trim", 0, "chars").optional(0));
    String text = state.str(value);
    Object stripped = StringMethods.find("strip").orElseThrow().call(state, text, chars);
    return like(value, (String) stripped);
  }

  private static Object replace(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("replace", 2, "old", "new", "count");
    int limit = bound.optional(2) == None.NONE ? -1 : bound.integer(2, -1);
    return SearchMethods.replace(
        state.budget(), state.str(value), state.str(bound.get(0)), state.str(bound.get(1)), limit);
  }

  private static Object indent(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("indent", 0, "width", "first", "blank");
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (!Values.isText(value)) {
      throw EvaluationError.type("indent needs a str, not " + Values.typeName(value));
    }
    String indention = indention(state, bound);
    List<Object> lines = SplitMethods.lines(state.budget(), Values.text(value) + "\n", false);
    boolean blank = bound.truth(2, false);
    TextBuilder result = new TextBuilder(state.budget());
    for (int i = 0; i < lines.size(); i++) {
      String line = (String) lines.get(i);
      boolean indented = i == 0 ? bound.truth(1, false) : blank || !line.isEmpty();
      result.append(i == 0 ? "" : "\n").append(indented ? indention : "").append(line);
    }
    return like(value, result.toString());
  }

  private static String indention(RenderState state, BoundArguments bound) {
    if (bound.has(0) && Values.isText(bound.get(0))) {
      return bound.text(0);
    }
    return PaddingMethods.padded(state.budget(), "", Math.max(0, bound.integer(0, 4)), 0, " ");
  }

  private static Object center(RenderState state, Object value, Arguments arguments) {
    int width = arguments.bind("center", 0, "width").integer(0, DEFAULT_CENTER_WIDTH);
    return PaddingMethods.center(state.budget(), state.str(value), width, " ");
  }

  private static Object truncate(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("truncate", 0, "length", "killwords", "end", "leeway");
    int length = bound.integer(0, DEFAULT_TRUNCATE_LENGTH);
    String end = bound.text(2, "...");
    int leeway = bound.optional(3) == None.NONE ? DEFAULT_LEEWAY : bound.integer(3, 0);
    int kept = length - CodePoints.length(end);
    if (kept < 0 || leeway < 0) {
      throw new EvaluationError("AssertionError: expected length >= " + CodePoints.length(end));
    }
    int size = Values.length(value);
    if (!Values.isText(value) || size <= (long) length + leeway) {
      return value;
    }
    String text = Values.text(value);
    String start = text.substring(0, CodePoints.offset(text, kept));
    int lastBlank = start.lastIndexOf(' ');
    boolean whole = bound.truth(1, false) || lastBlank < 0;
    return (whole ? start : start.substring(0, lastBlank)) + end;
  }

  private static Object wordCount(RenderState state, Object value, Arguments arguments) {
    arguments.bind("wordcount", 0);
    String text = state.str(value);
    state.budget().characters(text.length());
    long words = 0;
    boolean inWord = false;
    for (int c : text.codePoints().toArray()) {
      boolean wordPart = c == '_' || PredicateMethods.isAlphanumeric(c);
      words += wordPart && !inWord ? 1 : 0;
      inWord = wordPart;
    }
    return words;
  }

  private static Object format(RenderState state, Object value, Arguments arguments) {
    if (!arguments.positional().isEmpty() && !arguments.keywords().isEmpty()) {
      throw EvaluationError.type("can't handle positional and keyword arguments at the same time");
    }
    Object values =
        arguments.keywords().isEmpty()
            ? Tuple.of(arguments.positional())
            : DictFunction.build(state, arguments);
    return PercentFormat.format(state, state.str(value), values);
  }

  private static Object string(RenderState state, Object value, Arguments arguments) {
    arguments.bind("string", 0);
    return Values.isText(value) ? value : state.str(value);
  }

  private static Object safe(RenderState state, Object value, Arguments arguments) {
    arguments.bind("safe", 0);
    return new Markup(state.str(value));
  }

  private static Object escape(RenderState state, Object value, Arguments arguments) {
    return value instanceof Markup ? value : forceEscape(state, value, arguments);
  }

  private static Object forceEscape(RenderState state, Object value, Arguments arguments) {
    arguments.bind("escape", 0);
    String text = state.str(value);
    state.budget().characters(text.length());
    String escaped = Markup.escape(text);
    state.budget().text(escaped.length());
    return new Markup(escaped);
  }
}
