// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Filters that sort, and those that find the least or greatest element. */
final class OrderFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "sort",
          OrderFilters::sort,
          "dictsort",
          OrderFilters::dictSort,
          "min",
          (state, value, arguments) -> extreme(state, value, arguments, "min"),
          "max",
          (state, value, arguments) -> extreme(state, value, arguments, "max"));

  /** What elements are compared by. */
  interface Key {
    Object of(RenderState state, Object element);
  }

  private record Keyed(Object key, Object element) {}

  private OrderFilters() {}

  /** The value, in lower case if it is a string and case does not count. */
  static Object fold(boolean caseSensitive, Object value) {
    return caseSensitive || !Values.isText(value) ? value : CaseMethods.lower(Values.text(value));
  }

  static Key key(boolean caseSensitive, Object attribute) {
    AttributePath path = AttributePath.of(attribute);
    return (state, element) -> fold(caseSensitive, path.get(state, element));
  }

  /**
   * The elements in a stable order.
   *
   * @param keys receives the keys in the same order
   */
  static List<Object> sorted(
      RenderState state, List<Object> elements, Key key, boolean reverse, List<Object> keys) {
    List<Keyed> keyed = new ArrayList<>(elements.size());
    elements.forEach(element -> keyed.add(new Keyed(key.of(state, element), element)));
    Comparator<Keyed> order =
        (a, b) ->
            state.comparison().ordered(ComparisonOperator.LT, a.key(), b.key())
                ? -1
                : state.comparison().ordered(ComparisonOperator.LT, b.key(), a.key()) ? 1 : 0;
    try {
      keyed.sort(reverse ? order.reversed() : order);
    } catch (IllegalArgumentException e) {
      throw EvaluationError.value("the elements have no consistent order");
    }
    keyed.forEach(pair -> keys.add(pair.key()));
    return new ArrayList<>(keyed.stream().map(Keyed::element).toList());
  }

  private static Object sort(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("sort", 0, "reverse", "case_sensitive", "attribute");
    boolean caseSensitive = bound.truth(1, false);
    List<AttributePath> paths = paths(bound.optional(2));
    Key key =
        (s, element) -> {
          List<Object> keys = new ArrayList<>();
          paths.forEach(path -> keys.add(fold(caseSensitive, path.get(s, element))));
          return keys;
        };
    List<Object> elements = Values.list(state.budget(), value);
    return sorted(state, elements, key, bound.truth(0, false), new ArrayList<>());
  }

  private static List<AttributePath> paths(Object attribute) {
    if (!(attribute instanceof String text)) {
      return List.of(AttributePath.of(attribute));
    }
    return List.of(text.split(",", -1)).stream().map(AttributePath::of).toList();
  }

  private static Object dictSort(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("dictsort", 0, "case_sensitive", "by", "reverse");
    boolean caseSensitive = bound.truth(0, false);
    int position = List.of("key", "value").indexOf(bound.text(1, "key"));
    if (position < 0) {
      throw EvaluationError.value("You can only sort by either \"key\" or \"value\"");
    }
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (!(value instanceof Map<?, ?>)) {
      throw EvaluationError.type("dictsort needs a dict, not " + Values.typeName(value));
    }
    DictView items = new DictView(DictView.Kind.ITEMS, Values.dict(value));
    Key key = (s, item) -> fold(caseSensitive, ((Tuple) item).items().get(position));
    List<Object> elements = Values.list(state.budget(), items);
    return sorted(state, elements, key, bound.truth(2, false), new ArrayList<>());
  }

  private static Object extreme(RenderState state, Object value, Arguments arguments, String name) {
    BoundArguments bound = arguments.bind(name, 0, "case_sensitive", "attribute");
    Key key = key(bound.truth(0, false), bound.optional(1));
    List<Object> elements = Values.list(state.budget(), value);
    if (elements.isEmpty()) {
      return Undefined.because("No aggregated item, sequence was empty.");
    }
    ComparisonOperator better = name.equals("min") ? ComparisonOperator.LT : ComparisonOperator.GT;
    Object best = elements.get(0);
    Object bestKey = key.of(state, best);
    for (Object element : elements.subList(1, elements.size())) {
      Object candidate = key.of(state, element);
      if (state.comparison().ordered(better, candidate, bestKey)) {
        best = element;
        bestKey = candidate;
      }
    }
    return best;
  }
}
