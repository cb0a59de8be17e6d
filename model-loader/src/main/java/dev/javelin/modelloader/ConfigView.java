// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Typed reading of a configuration. A member that is null counts as absent. Every method throws
 * {@link ModelLoadException} with file, key, value and expected type where a member has another
 * type, and where it is absent and no default is given. Immutable.
 */
public final class ConfigView {
  private final String source;
  private final String prefix;
  private final Map<String, Object> members;

  /**
   * A view of JSON-like members.
   *
   * @param source the file they come from, for messages
   */
  public ConfigView(String source, Map<String, ? extends @Nullable Object> members) {
    this(source, "", members);
  }

  private ConfigView(
      String source, String prefix, Map<String, ? extends @Nullable Object> members) {
    this.source = source;
    this.prefix = prefix;
    Map<String, Object> present = new LinkedHashMap<>();
    members.forEach(
        (key, value) -> {
          if (value != null) {
            present.put(key, value);
          }
        });
    this.members = Collections.unmodifiableMap(present);
  }

  /** The file that the members come from, for messages. */
  public String source() {
    return source;
  }

  /** The members that are not null, as JSON-like values. */
  public Map<String, Object> members() {
    return members;
  }

  /** Whether a member is there and not null. */
  public boolean has(String key) {
    return members.containsKey(key);
  }

  /** A whole number of 32 bits. */
  public int integer(String key) {
    return asInteger(key, require(key));
  }

  /** A whole number of 32 bits. */
  public int integer(String key, int absent) {
    return has(key) ? integer(key) : absent;
  }

  /** A whole number of 32 bits, 1 or more. */
  public int positive(String key) {
    int value = integer(key);
    if (value < 1) {
      throw invalid(key, "1 or more");
    }
    return value;
  }

  /** A number. */
  public double decimal(String key) {
    return asDecimal(key, require(key));
  }

  /** A number. */
  public double decimal(String key, double absent) {
    return has(key) ? decimal(key) : absent;
  }

  /** True or false. */
  public boolean bool(String key) {
    Object value = require(key);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw wrongType(key, value, "true or false");
  }

  /** True or false. */
  public boolean bool(String key, boolean absent) {
    return has(key) ? bool(key) : absent;
  }

  /** A string. */
  public String text(String key) {
    return asText(key, require(key));
  }

  /** A string. */
  public String text(String key, String absent) {
    return has(key) ? text(key) : absent;
  }

  /** An object, whose keys are reported under this one's. */
  public ConfigView object(String key) {
    Object value = require(key);
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      map.forEach((name, member) -> members.put(String.valueOf(name), member));
      return new ConfigView(source, prefix + key + ".", members);
    }
    throw wrongType(key, value, "an object");
  }

  /** An array of whole numbers of 32 bits. */
  public List<Integer> integers(String key) {
    return list(key, "an array of integers", element -> asInteger(key, element));
  }

  /** An array of numbers. */
  public List<Double> decimals(String key) {
    return list(key, "an array of numbers", element -> asDecimal(key, element));
  }

  /** An array of strings. */
  public List<String> texts(String key) {
    return list(key, "an array of strings", element -> asText(key, element));
  }

  private <T> List<T> list(String key, String expected, Function<Object, T> convert) {
    Object value = require(key);
    if (!(value instanceof List<?> elements)) {
      throw wrongType(key, value, expected);
    }
    List<T> converted = new ArrayList<>(elements.size());
    for (Object element : elements) {
      if (element == null) {
        throw wrongType(key, value, expected);
      }
      converted.add(convert.apply(element));
    }
    return Collections.unmodifiableList(converted);
  }

  private int asInteger(String key, Object value) {
    boolean whole =
        value instanceof Integer || value instanceof Long || value instanceof BigInteger;
    boolean wholeDecimal =
        value instanceof Number number
            && number.doubleValue() == Math.rint(number.doubleValue())
            && Math.abs(number.doubleValue()) <= Integer.MAX_VALUE;
    if (whole || wholeDecimal) {
      try {
        return new BigDecimal(value.toString()).intValueExact();
      } catch (ArithmeticException e) {
        throw wrongType(key, value, "an integer of 32 bits");
      }
    }
    throw wrongType(key, value, "an integer");
  }

  private double asDecimal(String key, Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw wrongType(key, value, "a number");
  }

  private String asText(String key, Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw wrongType(key, value, "a string");
  }

  private Object require(String key) {
    Object value = members.get(key);
    if (value == null) {
      throw new ModelLoadException(
          "the configuration lacks a value: file=%s, key=%s%s".formatted(source, prefix, key));
    }
    return value;
  }

  /** The error that says that a member's value cannot be used. */
  public ModelLoadException invalid(String key, String expected) {
    return new ModelLoadException(
        "the configuration has a value that cannot be used: file=%s, key=%s%s, value=%s, expected %s"
            .formatted(
                source, prefix, key, Excerpt.of(members.getOrDefault(key, "absent")), expected));
  }

  private ModelLoadException wrongType(String key, Object value, String expected) {
    return new ModelLoadException(
        "the configuration has a value of the wrong type: file=%s, key=%s%s, value=%s, expected %s"
            .formatted(source, prefix, key, Excerpt.of(value), expected));
  }
}
