// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Methods of mappings that change nothing. */
final class DictMethods {
  private static final Map<String, BoundMethod.Method<Map<Object, Object>>> METHODS =
      Map.of(
          "get", DictMethods::get,
          "items", (state, dict, arguments) -> view(DictView.Kind.ITEMS, dict, arguments),
          "keys", (state, dict, arguments) -> view(DictView.Kind.KEYS, dict, arguments),
          "values", (state, dict, arguments) -> view(DictView.Kind.VALUES, dict, arguments),
          "copy", DictMethods::copy,
          "fromkeys", (state, dict, arguments) -> DictFunction.FROM_KEYS.call(state, arguments));

  private DictMethods() {}

  static Optional<BoundMethod.Method<Map<Object, Object>>> find(String name) {
    return Optional.ofNullable(METHODS.get(name));
  }

  private static Object get(RenderState state, Map<Object, Object> dict, Arguments arguments) {
    if (!arguments.keywords().isEmpty()) {
      throw EvaluationError.type("dict.get() takes no keyword arguments");
    }
    BoundArguments bound = arguments.bind("get", 1, "key", "default");
    return Dicts.get(dict, bound.get(0)).orElse(bound.optional(1));
  }

  private static Object view(DictView.Kind kind, Map<Object, Object> dict, Arguments arguments) {
    arguments.bind(kind.name(), 0);
    return new DictView(kind, dict);
  }

  private static Object copy(RenderState state, Map<Object, Object> dict, Arguments arguments) {
    arguments.bind("copy", 0);
    state.budget().references(2L * dict.size());
    return new LinkedHashMap<>(dict);
  }
}
