// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies the caller's data into values of a template. */
final class Conversion {
  private Conversion() {}

  /**
   * A deep copy of null, booleans, numbers, strings, collections and maps.
   *
   * @param path where the value stands, for errors
   * @throws IllegalArgumentException if it holds an object of another class or is nested too deeply
   */
  static Object toValue(@Nullable Object value, String path) {
    return toValue(value, path, 0);
  }

  private static Object toValue(@Nullable Object value, String path, int depth) {
    if (depth > TemplateLimits.MAX_VALUE_DEPTH) {
      throw new IllegalArgumentException(
          "template variable nested too deeply: variable="
              + path
              + ", expected at most "
              + TemplateLimits.MAX_VALUE_DEPTH
              + " levels");
    }
    if (value == null) {
      return None.NONE;
    }
    if (value instanceof String || value instanceof Boolean || value instanceof Number) {
      return scalar(value, path);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> dict = new LinkedHashMap<>();
      map.forEach(
          (k, v) -> Dicts.put(dict, toValue(k, path, depth + 1), toValue(v, path, depth + 1)));
      return dict;
    }
    if (value instanceof Collection<?> items) {
      List<Object> list = new ArrayList<>(items.size());
      items.forEach(item -> list.add(toValue(item, path, depth + 1)));
      return list;
    }
    throw unsupported(value, path);
  }

  private static Object scalar(Object value, String path) {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float || value instanceof BigDecimal) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof BigInteger number
        && number.bitLength() <= TemplateLimits.MAX_INTEGER_BITS) {
      return Numbers.shrink(number);
    }
    if (value instanceof String
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Double) {
      return value;
    }
    throw unsupported(value, path);
  }

  private static IllegalArgumentException unsupported(Object value, String path) {
    return new IllegalArgumentException(
        "unsupported template variable: variable="
            + path
            + ", type="
            + value.getClass().getName()
            + ", expected null, Boolean, a number of at most "
            + TemplateLimits.MAX_INTEGER_BITS
            + " bits, String, Collection or Map");
  }
}
