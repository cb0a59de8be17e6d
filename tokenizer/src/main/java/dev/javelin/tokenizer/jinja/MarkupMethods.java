// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Methods of strings that are marked as HTML: results are marked, operands escaped. */
final class MarkupMethods {
  private MarkupMethods() {}

  static BoundMethod.Method<Markup> marked(BoundMethod.Method<String> method) {
    return (state, self, arguments) -> mark(method.call(state, self.text(), escaped(arguments)));
  }

  private static Arguments escaped(Arguments arguments) {
    List<Object> positional = arguments.positional().stream().map(MarkupMethods::escape).toList();
    Map<String, Object> keywords =
        arguments.keywords().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> escape(e.getValue())));
    return new Arguments(positional, keywords);
  }

  private static Object escape(Object value) {
    if (value instanceof List<?>) {
      return Values.items(value).stream().map(MarkupMethods::escape).toList();
    }
    return value instanceof String text ? Markup.escape(text) : value;
  }

  private static Object mark(Object result) {
    if (result instanceof List<?>) {
      return Values.items(result).stream().map(MarkupMethods::mark).toList();
    }
    return result instanceof String text ? new Markup(text) : result;
  }
}
