// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.LinkedHashMap;
import java.util.Map;

/** What {@code namespace(...)} makes: the one value whose attributes a template may assign. */
final class Namespace {
  private final Map<Object, Object> attributes = new LinkedHashMap<>();

  Namespace(Map<Object, Object> initial) {
    initial.forEach((name, value) -> set(name, value));
  }

  Map<Object, Object> attributes() {
    return attributes;
  }

  void set(Object name, Object value) {
    if (name instanceof String text && text.startsWith("_")) {
      throw new EvaluationError(
          "a namespace cannot hold names that begin with an underscore: name=" + text);
    }
    attributes.put(name, value);
  }
}
