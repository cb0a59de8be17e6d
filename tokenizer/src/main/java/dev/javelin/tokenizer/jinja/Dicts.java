// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    Object plain = key(key);
    Object value = dict.get(plain);
    return Optional.ofNullable(value == null ? dict.get(twin(plain)) : value);
  }

  static boolean containsKey(Map<Object, Object> dict, Object key) {
    return get(dict, key).isPresent();
  }

  static void put(Map<Object, Object> dict, Object key, Object value) {
    Object plain = key(key);
    dict.put(dict.containsKey(twin(plain)) ? twin(plain) : plain, value);
  }

  /** The form of a value in which equal keys are equal Java objects, booleans excepted. */
  static Object key(Object value) {
    if (value instanceof String || value instanceof Long) {
      return value;
    }
    if (value instanceof Markup markup) {
      return markup.text();
    }
    if (value instanceof Double number && Numbers.isIntegral(number)) {
      return Numbers.toInteger(number);
    }
    if (value instanceof List || value instanceof Map) {
      throw EvaluationError.type("unhashable type: '" + Values.typeName(value) + "'");
    }
    return value instanceof Tuple tuple ? tupleKey(tuple, new int[1]) : value;
  }

  private static Object tupleKey(Tuple tuple, int[] size) {
    List<Object> keys = new ArrayList<>();
    for (Object item : tuple.items()) {
      if (++size[0] > MAX_TUPLE_KEY) {
        throw EvaluationError.limit("large tuple as key", "MAX_TUPLE_KEY", MAX_TUPLE_KEY);
      }
      if (item instanceof Boolean flag) {
        keys.add(Numbers.toLong(flag));
      } else {
        keys.add(item instanceof Tuple inner ? tupleKey(inner, size) : key(item));
      }
    }
    return Tuple.of(keys);
  }

  /** The number that equals a boolean, the boolean that equals a number, else the key itself. */
  private static Object twin(Object key) {
    if (key instanceof Boolean flag) {
      return Numbers.toLong(flag);
    }
    if (key instanceof Long number && (number == 0 || number == 1)) {
      return number == 1;
    }
    return key;
  }

  /** A copy with the entries of {@code more} added. */
  static Map<Object, Object> merged(Map<Object, Object> dict, Map<Object, Object> more) {
    Map<Object, Object> result = new LinkedHashMap<>(dict);
    more.forEach((key, value) -> put(result, key, value));
    return result;
  }
}
