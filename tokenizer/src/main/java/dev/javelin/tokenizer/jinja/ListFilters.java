// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Filters that read the elements of a value. */
final class ListFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "list", ListFilters::list,
          "first", ListFilters::first,
          "last", ListFilters::last,
          "length", ListFilters::length,
          "count", ListFilters::length,
          "join", ListFilters::join,
          "reverse", ListFilters::reverse,
          "items", ListFilters::items,
          "sum", ListFilters::sum);

  private ListFilters() {}

  private static Object list(RenderState state, Object value, Arguments arguments) {
    arguments.bind("list", 0);
    return Values.list(state.budget(), value);
  }

  private static Object length(RenderState state, Object value, Arguments arguments) {
    arguments.bind("length", 0);
    if (Values.isText(value)) {
      state.budget().characters(Searching.positionCost(Values.text(value)));
    }
    return (long) Values.length(value);
  }

  private static Object first(RenderState state, Object value, Arguments arguments) {
    arguments.bind("first", 0);
    Iterator<Object> elements = Values.iterator(value);
    return elements.hasNext()
        ? elements.next()
        : Undefined.because("No first item, sequence was empty.");
  }

  private static Object last(RenderState state, Object value, Arguments arguments) {
    arguments.bind("last", 0);
    List<Object> elements = Values.list(state.budget(), reversible(value));
    return elements.isEmpty()
        ? Undefined.because("No last item, sequence was empty.")
        : elements.get(elements.size() - 1);
  }

  private static Object reversible(Object value) {
    if (value instanceof Generator || !Values.isIterable(value)) {
      throw EvaluationError.type("'" + Values.typeName(value) + "' object is not reversible");
    }
    return value;
  }

  private static Object join(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("join", 0, "d", "attribute");
    String separator = state.str(bound.get(0, ""));
    AttributePath path = AttributePath.of(bound.optional(1));
    Iterator<Object> elements = Values.iterator(value);
    TextBuilder result = new TextBuilder(state.budget());
    for (boolean first = true; elements.hasNext(); first = false) {
      state.budget().step();
      String element = state.str(path.get(state, elements.next()));
      result.append(first ? "" : separator).append(element);
    }
    return result.toString();
  }

  private static Object reverse(RenderState state, Object value, Arguments arguments) {
    arguments.bind("reverse", 0);
    if (Values.isText(value)) {
      return Slices.slice(state.budget(), value, None.NONE, None.NONE, -1L);
    }
    List<Object> elements = Values.list(state.budget(), value);
    Collections.reverse(elements);
    boolean copied = value instanceof Generator || value instanceof Undefined;
    return copied ? elements : new Generator(elements::iterator);
  }

  private static Object items(RenderState state, Object value, Arguments arguments) {
    arguments.bind("items", 0);
    return new Generator(() -> items(value));
  }

  private static Iterator<Object> items(Object value) {
    if (value instanceof Undefined) {
      return Collections.emptyIterator();
    }
    if (!(value instanceof Map<?, ?>)) {
      throw EvaluationError.type("Can only get item pairs from a mapping.");
    }
    return new DictView(DictView.Kind.ITEMS, Values.dict(value)).iterator();
  }

  private static Object sum(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("sum", 0, "attribute", "start");
    AttributePath path = AttributePath.of(bound.optional(0));
    Object total = bound.get(1, 0L);
    if (Values.isText(total)) {
      throw EvaluationError.type("sum() can't sum strings");
    }
    Operators operators = new Operators(state);
    for (Object element : new ArrayList<>(Values.list(state.budget(), value))) {
      total = operators.binary(BinaryOperator.ADD, total, path.get(state, element));
    }
    return total;
  }
}
