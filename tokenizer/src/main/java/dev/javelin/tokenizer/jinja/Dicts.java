// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mappings with Python's keys: 1, 1.0 and True are the same key. */
final class Dicts {
  /** Most elements, inner ones included, of a tuple that is a key. */
  private static final int MAX_TUPLE_KEY = 1000;

  private Dicts() {}

  /**
   * The value of a key.
   *
   * @throws EvaluationError if the key cannot be one
   */
  static Optional<Object> get(Map<Object, Object> dict, Object key) {
    return Optional.ofNullable(dict.get(stored(dict, key)));
  }

  static boolean containsKey(Map<Object, Object> dict, Object key) {
    return dict.containsKey(stored(dict, key));
  }

  /** Adds an entry; a key that is there already keeps its form. */
  static void put(Map<Object, Object> dict, Object key, Object value) {
    dict.put(stored(dict, key), value);
  }

  /** The form in which the mapping holds a key, or would hold it if it is not there. */
  private static Object stored(Map<Object, Object> dict, Object key) {
    Object unique = unique(key);
    if (!(unique instanceof Long number)) {
      return unique;
    }
    for (Object form : List.of(number, number.doubleValue(), number == 1)) {
      if (dict.containsKey(form) && unique(form).equals(unique)) {
        return form;
      }
    }
    return key;
  }

  /**
   * The form of a value in which all keys that are equal in Python are equal Java objects.
   *
   * @throws EvaluationError if it cannot be a key
   */
  static Object unique(Object key) {
    if (key instanceof String || key instanceof Long) {
      return key;
    }
    if (key instanceof Markup markup) {
      return markup.text();
    }
    if (key instanceof Boolean flag) {
      return Numbers.toLong(flag);
    }
    if (key instanceof Double number && Numbers.isIntegral(number)) {
      return Numbers.toInteger(number);
    }
    if (key instanceof List || key instanceof Map) {
      throw EvaluationError.type("unhashable type: '" + Values.typeName(key) + "'");
    }
    return key instanceof Tuple tuple ? unique(tuple, new int[1]) : key;
  }

  private static Object unique(Tuple tuple, int[] size) {
    List<Object> items = new ArrayList<>();
    for (Object item : tuple.items()) {
      if (++size[0] > MAX_TUPLE_KEY) {
        throw EvaluationError.limit("large tuple as key", "MAX_TUPLE_KEY", MAX_TUPLE_KEY);
      }
      items.add(item instanceof Tuple inner ? unique(inner, size) : unique(item));
    }
    return Tuple.of(items);
  }
}
