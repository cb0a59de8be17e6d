// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Map;

/** Filters for defaults, attributes and JSON. */
final class DataFilters {
  static final Map<String, Filters.Filter> FILTERS =
      Map.of(
          "default", DataFilters::defaultValue,
          "d", DataFilters::defaultValue,
          "attr", DataFilters::attribute,
          "tojson", DataFilters::toJson,
          "from_json", DataFilters::fromJson,
          "fromjson", DataFilters::fromJson);

  private DataFilters() {}

  private static Object defaultValue(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("default", 0, "default_value", "boolean");
    boolean replaced =
        value instanceof Undefined || (bound.truth(1, false) && !Values.isTrue(value));
    return replaced ? bound.get(0, "") : value;
  }

  private static Object attribute(RenderState state, Object value, Arguments arguments) {
    String name = arguments.bind("attr", 1, "name").text(0);
    Object attribute = Attributes.attribute(value, name);
    return attribute == Missing.MISSING ? Undefined.attribute(value, name) : attribute;
  }

  private static Object toJson(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound =
        arguments.bind("tojson", 0, "ensure_ascii", "indent", "separators", "sort_keys");
    return JsonWriter.write(state, value, JsonStyle.of(bound));
  }

  private static Object fromJson(RenderState state, Object value, Arguments arguments) {
    arguments.bind("from_json", 0);
    if (!Values.isText(value)) {
      throw EvaluationError.type("from_json needs a str, not " + Values.typeName(value));
    }
    state.budget().characters(Values.text(value).length());
    return JsonReader.read(Values.text(value));
  }
}
