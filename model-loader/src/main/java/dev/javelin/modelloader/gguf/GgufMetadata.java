// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.engineapi.ModelLoadException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Metadata of a GGUF file with typed access. Values are {@link Long} (BigInteger above its range),
 * {@link Float}, {@link Double}, {@link Boolean}, {@link String}; arrays are {@code int[]}, {@code
 * long[]}, {@code float[]}, {@code double[]}, {@code boolean[]}, or a list of strings or arrays.
 *
 * @param source the file, for messages
 */
public record GgufMetadata(String source, Map<String, Object> values) {
  public GgufMetadata {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Whether there is such a key. */
  public boolean has(String key) {
    return values.containsKey(key);
  }

  /**
   * A string.
   *
   * @throws ModelLoadException if it is missing or of another type
   */
  public String text(String key) {
    Object value = require(key);
    if (value instanceof String text) {
      return text;
    }
    throw wrongType(key, value, "a string");
  }

  /** A string, or another value if the key is missing. */
  public String text(String key, String absent) {
    return has(key) ? text(key) : absent;
  }

  /** A boolean, or another value if the key is missing. */
  public boolean bool(String key, boolean absent) {
    if (!has(key)) {
      return absent;
    }
    Object value = require(key);
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw wrongType(key, value, "a boolean");
  }

  /** An integer of any width, if the key is there. An array of equal integers counts as one. */
  public OptionalLong integer(String key) {
    if (!has(key)) {
      return OptionalLong.empty();
    }
    Object value = require(key);
    if (value instanceof Long number) {
      return OptionalLong.of(number);
    }
    if (value instanceof int[] numbers
        && numbers.length > 0
        && IntStream.of(numbers).allMatch(number -> number == numbers[0])) {
      return OptionalLong.of(numbers[0]);
    }
    throw wrongType(key, value, "an integer, or an array of equal ones");
  }

  /** A number, if the key is there. A float32 is read as the shortest decimal that names it. */
  public OptionalDouble decimal(String key) {
    if (!has(key)) {
      return OptionalDouble.empty();
    }
    Object value = require(key);
    if (value instanceof Float number) {
      return OptionalDouble.of(Double.parseDouble(Float.toString(number)));
    }
    if (value instanceof Double || value instanceof Long) {
      return OptionalDouble.of(((Number) value).doubleValue());
    }
    throw wrongType(key, value, "a number");
  }

  /**
   * An array of strings.
   *
   * @throws ModelLoadException if it is missing or of another type
   */
  public List<String> texts(String key) {
    Object value = require(key);
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw wrongType(key, value, "an array of strings");
  }

  /**
   * An array of integers of up to 32 bits.
   *
   * @throws ModelLoadException if it is missing or of another type
   */
  public int[] integers(String key) {
    Object value = require(key);
    if (value instanceof int[] integers) {
      return integers.clone();
    }
    throw wrongType(key, value, "an array of integers");
  }

  /**
   * An array of float32 numbers.
   *
   * @throws ModelLoadException if it is missing or of another type
   */
  public float[] floats(String key) {
    Object value = require(key);
    if (value instanceof float[] floats) {
      return floats.clone();
    }
    throw wrongType(key, value, "an array of float32 numbers");
  }

  private Object require(String key) {
    Object value = values.get(key);
    if (value == null) {
      throw new ModelLoadException(
          "the metadata lack a key: file=%s, key=%s".formatted(source, key));
    }
    return value;
  }

  private ModelLoadException wrongType(String key, Object value, String expected) {
    return new ModelLoadException(
        "a metadata value has the wrong type: file=%s, key=%s, type=%s, value=%.100s, expected %s"
            .formatted(source, key, typeName(value), brief(value), expected));
  }

  private static String typeName(Object value) {
    return value.getClass().getSimpleName();
  }

  private static String brief(Object value) {
    if (value instanceof int[] numbers) {
      return Arrays.toString(Arrays.copyOf(numbers, Math.min(8, numbers.length)));
    }
    return value instanceof List<?> list
        ? list.subList(0, Math.min(8, list.size())).toString()
        : value.toString();
  }
}
