// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code value.name} and {@code value[key]} mean. Only the attributes named in this package
 * exist; there is no way from here to a Java class or object. As in jinja2's immutable sandbox,
 * attributes that begin with two underscores and methods that would change a list or mapping give
 * an undefined value that fails when it is used.
 */
final class Attributes {
  private static final Set<String> LIST_CHANGES =
      Set.of("append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove");
  private static final Set<String> DICT_CHANGES =
      Set.of("clear", "pop", "popitem", "setdefault", "update");

  private Attributes() {}

  /** {@code value.name}: an attribute, else an element. */
  static Object getAttribute(RenderState state, Object value, String name) {
    Object attribute = attribute(value, name);
    if (attribute == Missing.MISSING && value instanceof Map<?, ?>) {
      attribute = Dicts.get(Values.dict(value), name).orElse(Missing.MISSING);
    }
    return attribute == Missing.MISSING ? Undefined.attribute(value, name) : attribute;
  }

  /** {@code value[key]}: an element, else an attribute. */
  static Object getItem(RenderState state, Object value, Object key) {
    Object element = element(state.budget(), value, key);
    if (element == Missing.MISSING && Values.isText(key)) {
      element = attribute(value, Values.text(key));
    }
    if (element != Missing.MISSING) {
      return element;
    }
    return Values.isText(key)
        ? Undefined.attribute(value, Values.text(key))
        : Undefined.element(value, Printer.repr(state.budget(), key));
  }

  private static Object element(Budget budget, Object value, Object key) {
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (value instanceof Map<?, ?>) {
      boolean unhashable = key instanceof Map<?, ?> || key instanceof List<?>;
      return unhashable
          ? Missing.MISSING
          : Dicts.get(Values.dict(value), key).orElse(Missing.MISSING);
    }
    if (!Numbers.isInteger(key)) {
      return Missing.MISSING;
    }
    long position = Numbers.clamp(key);
    if (Values.isText(value)) {
      String text = Values.text(value);
      int index = index(position, CodePoints.length(text));
      budget.characters(Searching.positionCost(text));
      return index < 0
          ? Missing.MISSING
          : CodePoints.toString(text.codePointAt(CodePoints.offset(text, index)));
    }
    if (value instanceof List<?> || value instanceof Tuple) {
      List<Object> items = Values.items(value);
      int index = index(position, items.size());
      return index < 0 ? Missing.MISSING : items.get(index);
    }
    if (value instanceof Range range) {
      int index = index(position, range.length());
      return index < 0 ? Missing.MISSING : (Object) range.get(index);
    }
    return Missing.MISSING;
  }

  /** The position counted from the start, or -1 if there is none. */
  private static int index(long position, int length) {
    long fromStart = position < 0 ? position + length : position;
    return fromStart >= 0 && fromStart < length ? (int) fromStart : -1;
  }

  /** The attribute itself, without a look at elements; missing if there is none. */
  static Object attribute(Object value, String name) {
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (name.startsWith("__")) {
      return Undefined.unsafe(value, name);
    }
    if (value instanceof String text) {
      return method(text, StringMethods.find(name));
    }
    if (value instanceof Map<?, ?>) {
      return DICT_CHANGES.contains(name)
          ? Undefined.unsafe(value, name)
          : method(Values.dict(value), DictMethods.find(name));
    }
    if (value instanceof List<?> || value instanceof Tuple) {
      return sequenceAttribute(value, name);
    }
    if (value instanceof Namespace namespace) {
      return namespace.attributes().getOrDefault(name, Missing.MISSING);
    }
    if (value instanceof LoopContext loop) {
      return loop.attribute(name);
    }
    return otherAttribute(value, name);
  }

  private static Object sequenceAttribute(Object value, String name) {
    if (value instanceof Tuple tuple && tuple.named()) {
      int field = List.of("grouper", "list").indexOf(name);
      if (field >= 0) {
        return tuple.items().get(field);
      }
    }
    boolean list = value instanceof List<?>;
    if (list && LIST_CHANGES.contains(name)) {
      return Undefined.unsafe(value, name);
    }
    return method(value, SequenceMethods.find(name, list));
  }

  private static Object otherAttribute(Object value, String name) {
    if (value instanceof Markup markup) {
      return method(markup, StringMethods.find(name).map(MarkupMethods::marked));
    }
    if (value instanceof Cycler cycler) {
      return cycler.attribute(name);
    }
    if (value instanceof Macro macro) {
      return macro.attribute(name);
    }
    if (value instanceof DictFunction) {
      return name.equals("fromkeys") ? DictFunction.FROM_KEYS : Missing.MISSING;
    }
    return Missing.MISSING;
  }

  private static <T> Object method(T self, Optional<BoundMethod.Method<T>> method) {
    return method.isPresent() ? new BoundMethod<>(self, method.get()) : Missing.MISSING;
  }
}
