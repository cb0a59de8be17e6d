// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Filters that apply another filter or a test to each element. Their results are generators, so
 * they are true even if they hold nothing, and elements are looked at only when they are read.
 */
final class SelectFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "map", SelectFilters::map,
          "select", (state, value, arguments) -> select(state, value, arguments, true, false),
          "reject", (state, value, arguments) -> select(state, value, arguments, false, false),
          "selectattr", (state, value, arguments) -> select(state, value, arguments, true, true),
          "rejectattr", (state, value, arguments) -> select(state, value, arguments, false, true));

  private SelectFilters() {}

  private static Object map(RenderState state, Object value, Arguments arguments) {
    return new Generator(() -> mapped(state, value, arguments));
  }

  private static Iterator<Object> mapped(RenderState state, Object value, Arguments arguments) {
    if (!Values.isTrue(value)) {
      return Collections.emptyIterator();
    }
    Function<Object, Object> function = mapping(state, arguments);
    Iterator<Object> elements = Values.iterator(value);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return elements.hasNext();
      }

      @Override
      public Object next() {
        state.budget().step();
        return function.apply(elements.next());
      }
    };
  }

  private static Function<Object, Object> mapping(RenderState state, Arguments arguments) {
    if (arguments.positional().isEmpty() && arguments.keywords().containsKey("attribute")) {
      BoundArguments bound = arguments.bind("map", 0, "attribute", "default");
      AttributePath path = AttributePath.of(bound.get(0));
      return element -> path.get(state, element, bound.optional(1));
    }
    if (arguments.positional().isEmpty()) {
      throw EvaluationError.type("map requires a filter argument");
    }
    String name = state.str(arguments.positional().get(0));
    Arguments rest = arguments.from(1);
    return element -> Filters.apply(state, name, element, rest);
  }

  private static Object select(
      RenderState state, Object value, Arguments arguments, boolean wanted, boolean byAttribute) {
    return new Generator(
        () -> {
          if (!Values.isTrue(value)) {
            return Collections.emptyIterator();
          }
          Predicate<Object> test = test(state, arguments, byAttribute);
          Predicate<Object> selected = wanted ? test : test.negate();
          return new SelectedElements(state.budget(), Values.iterator(value), selected);
        });
  }

  private static Predicate<Object> test(
      RenderState state, Arguments arguments, boolean byAttribute) {
    if (byAttribute && arguments.positional().isEmpty()) {
      throw EvaluationError.type("Missing parameter for attribute name");
    }
    AttributePath path = AttributePath.of(byAttribute ? arguments.positional().get(0) : None.NONE);
    Arguments rest = byAttribute ? arguments.from(1) : arguments;
    if (rest.positional().isEmpty()) {
      return element -> Values.isTrue(path.get(state, element));
    }
    String name = state.str(rest.positional().get(0));
    Arguments operands = rest.from(1);
    return element -> Tests.holds(state, name, path.get(state, element), operands);
  }
}
