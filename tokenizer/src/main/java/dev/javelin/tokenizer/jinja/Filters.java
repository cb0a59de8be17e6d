// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All filters, by name: those of jinja2 that make sense in a prompt, and {@code from_json}, which
 * other template engines have. The HTML helpers {@code urlize}, {@code urlencode}, {@code xmlattr},
 * {@code striptags}, and {@code random}, {@code pprint}, {@code filesizeformat} and {@code
 * wordwrap} do not exist here.
 */
final class Filters {
  /** What a filter makes of a value. */
  interface Filter {
    Object apply(RenderState state, Object value, Arguments arguments);
  }

  private static final Map<String, Filter> FILTERS = all();

  private Filters() {}

  static Optional<Filter> find(String name) {
    return Optional.ofNullable(FILTERS.get(name));
  }

  private static Map<String, Filter> all() {
    Map<String, Filter> filters = new HashMap<>();
    filters.putAll(TextFilters.FILTERS);
    filters.putAll(NumberFilters.FILTERS);
    filters.putAll(ListFilters.FILTERS);
    filters.putAll(GroupingFilters.FILTERS);
    filters.putAll(SelectFilters.FILTERS);
    filters.putAll(OrderFilters.FILTERS);
    filters.putAll(DataFilters.FILTERS);
    return Map.copyOf(filters);
  }

  /** The filter's result; the name is looked up only now. */
  static Object apply(RenderState state, String name, Object value, Arguments arguments) {
    return find(name)
        .orElseThrow(() -> new EvaluationError("No filter named '" + name + "'"))
        .apply(state, value, arguments);
  }
}
