// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Typed access to the {@code tokenizer.*} entries of a GGUF file; faults name file and key. */
final class GgufMetadata {
  private final String source;
  private final Map<String, Object> entries;

  GgufMetadata(ModelAssets.Vocabulary.Gguf vocabulary) {
    this.source = vocabulary.source();
    this.entries = vocabulary.metadata();
  }

  /** The file's name, for messages. */
  String source() {
    return source;
  }

  Optional<String> string(String key) {
    Object value = entries.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof String text) {
      return Optional.of(text);
    }
    throw wrongType(key, "a string", value);
  }

  boolean bool(String key, boolean absent) {
    Object value = entries.get(key);
    if (value == null) {
      return absent;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw wrongType(key, "a boolean", value);
  }

  /**
   * A token id.
   *
   * @param size number of tokens, which the id must be under
   */
  OptionalInt tokenId(String key, int size) {
    Object value = entries.get(key);
    if (value == null) {
      return OptionalInt.empty();
    }
    if (!(value instanceof Number number)) {
      throw wrongType(key, "a token id", value);
    }
    long id = number.longValue();
    if (id < 0 || id >= size) {
      throw damaged(key, "a token id under " + size, value);
    }
    return OptionalInt.of((int) id);
  }

  /** An array of strings, or null if the file has none of that name. */
  @Nullable List<String> strings(String key) {
    Object value = entries.get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof String[] array) {
      return List.of(array);
    }
    if (value instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw wrongType(key, "an array of strings", value);
  }

  /** An array of integers, or null if the file has none of that name. */
  int @Nullable [] ints(String key) {
    Object value = entries.get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof int[] array) {
      return array;
    }
    if (value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance)) {
      return list.stream().mapToInt(item -> ((Number) item).intValue()).toArray();
    }
    throw wrongType(key, "an array of integers", value);
  }

  /** An array of floats, or null if the file has none of that name. */
  float @Nullable [] floats(String key) {
    Object value = entries.get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof float[] array) {
      return array;
    }
    if (value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance)) {
      float[] all = new float[list.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = ((Number) list.get(i)).floatValue();
      }
      return all;
    }
    throw wrongType(key, "an array of floats", value);
  }

  /** A fault in the value of a key. */
  ModelLoadException damaged(String key, String expected, Object value) {
    return new ModelLoadException(
        "vocabulary is damaged: file="
            + source
            + ", key="
            + key
            + ", value="
            + value
            + ", expected "
            + expected);
  }

  private ModelLoadException wrongType(String key, String expected, Object value) {
    return damaged(key, expected, value.getClass().getSimpleName());
  }
}
