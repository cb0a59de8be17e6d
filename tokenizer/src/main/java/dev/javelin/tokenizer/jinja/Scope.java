// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The variables of one frame while it runs, on top of those of the frame around it. */
final class Scope {
  private final Map<String, Object> variables;
  private final Optional<Scope> parent;
  private final Map<String, Object> context;

  private Scope(
      Map<String, Symbols.Initial> names, Optional<Scope> parent, Map<String, Object> context) {
    this.parent = parent;
    this.context = context;
    this.variables = new HashMap<>(names.size() * 2);
    names.forEach((name, initial) -> variables.put(name, initialValue(name, initial)));
  }

  /** The outermost frame. */
  static Scope root(Map<String, Symbols.Initial> names, Map<String, Object> context) {
    return new Scope(names, Optional.empty(), context);
  }

  /** A frame inside this one. */
  Scope inner(Map<String, Symbols.Initial> names) {
    return new Scope(names, Optional.of(this), context);
  }

  private Object initialValue(String name, Symbols.Initial initial) {
    return switch (initial) {
      case MISSING -> Missing.MISSING;
      case CONTEXT -> context.getOrDefault(name, Missing.MISSING);
      case OUTER -> parent.map(scope -> scope.find(name)).orElse(Missing.MISSING);
    };
  }

  private Object find(String name) {
    Object value = variables.get(name);
    if (value != null) {
      return value;
    }
    return parent.isPresent()
        ? parent.get().find(name)
        : context.getOrDefault(name, Missing.MISSING);
  }

  /** The variable's value, or an undefined value. */
  Object get(String name) {
    Object value = find(name);
    return value == Missing.MISSING ? Undefined.variable(name) : value;
  }

  /** Assigns a variable of this frame. */
  void set(String name, Object value) {
    variables.put(name, value);
  }
}
