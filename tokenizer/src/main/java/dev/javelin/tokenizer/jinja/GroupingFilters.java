// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Filters that put elements into groups or leave out repeated ones. */
final class GroupingFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "batch", GroupingFilters::batch,
          "slice", GroupingFilters::slice,
          "unique", GroupingFilters::unique,
          "groupby", GroupingFilters::groupBy);

  private GroupingFilters() {}

  private static Object batch(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("batch", 1, "linecount", "fill_with");
    return new Generator(() -> batches(state, value, bound));
  }

  private static Iterator<Object> batches(RenderState state, Object value, BoundArguments bound) {
    int size = bound.integer(0, 1);
    List<Object> batches = new ArrayList<>();
    List<Object> batch = new ArrayList<>();
    for (Object element : Values.list(state.budget(), value)) {
      if (batch.size() == size) {
        batches.add(batch);
        batch = new ArrayList<>();
      }
      batch.add(element);
    }
    if (!batch.isEmpty()) {
      batches.add(batch);
    }
    if (bound.optional(1) != None.NONE && !batch.isEmpty()) {
      state.budget().references(Math.max(0, size - batch.size()));
      while (batch.size() < size) {
        batch.add(bound.get(1));
      }
    }
    return batches.iterator();
  }

  private static Object slice(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("slice", 1, "slices", "fill_with");
    return new Generator(() -> slices(state, value, bound));
  }

  private static Iterator<Object> slices(RenderState state, Object value, BoundArguments bound) {
    int slices = bound.integer(0, 1);
    List<Object> elements = Values.list(state.budget(), value);
    if (slices == 0) {
      throw new EvaluationError("ZeroDivisionError: integer division or modulo by zero");
    }
    state.budget().elements(Math.max(0, slices));
    int size = Math.floorDiv(elements.size(), slices);
    int longer = Math.floorMod(elements.size(), slices);
    List<Object> result = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < slices; i++) {
      int end = start + size + (i < longer ? 1 : 0);
      List<Object> part = new ArrayList<>(elements.subList(start, end));
      if (bound.optional(1) != None.NONE && i >= longer) {
        part.add(bound.get(1));
      }
      result.add(part);
      start = end;
    }
    return result.iterator();
  }

  private static Object unique(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("unique", 0, "case_sensitive", "attribute");
    OrderFilters.Key key = OrderFilters.key(bound.truth(0, false), bound.optional(1));
    Set<Object> seen = new HashSet<>();
    return new Generator(
        () ->
            new SelectedElements(
                state.budget(),
                Values.iterator(value),
                element -> {
                  state.budget().elements(1);
                  return seen.add(Dicts.unique(key.of(state, element)));
                }));
  }

  private static Object groupBy(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("groupby", 1, "attribute", "default", "case_sensitive");
    boolean caseSensitive = bound.truth(2, false);
    AttributePath path = AttributePath.of(bound.get(0));
    OrderFilters.Key key =
        (s, element) -> OrderFilters.fold(caseSensitive, path.get(s, element, bound.optional(1)));
    List<Object> elements = Values.list(state.budget(), value);
    List<Object> keys = new ArrayList<>();
    elements = OrderFilters.sorted(state, elements, key, false, keys);
    List<Object> groups = new ArrayList<>();
    int start = 0;
    while (start < elements.size()) {
      Object first = keys.get(start);
      int from = start;
      int end =
          IntStream.range(start + 1, elements.size())
              .filter(i -> !state.comparison().equal(keys.get(from), keys.get(i)))
              .findFirst()
              .orElse(elements.size());
      List<Object> members = new ArrayList<>(elements.subList(start, end));
      Object grouper = caseSensitive ? first : path.get(state, members.get(0), bound.optional(1));
      groups.add(new Tuple(List.of(grouper, members), true));
      start = end;
    }
    return groups;
  }
}
