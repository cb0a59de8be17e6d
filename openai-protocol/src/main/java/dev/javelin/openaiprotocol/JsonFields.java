// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Typed access to the fields of a request; a field of the wrong type is an error that names it.
 * JSON null means absent. Remembers which fields were looked at. One thread.
 */
public final class JsonFields {
  private final ObjectNode object;
  private final String path;
  private final Set<String> read = new HashSet<>();

  public JsonFields(ObjectNode object) {
    this(object, "");
  }

  /**
   * @param path comes before field names in messages, empty or ending in a dot
   */
  private JsonFields(ObjectNode object, String path) {
    this.object = object;
    this.path = path;
  }

  static String typeName(JsonNode node) {
    return node.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  /** The field's node; null if it is absent or JSON null. */
  public @Nullable JsonNode node(String field) {
    read.add(field);
    JsonNode node = object.get(field);
    return node == null || node.isNull() ? null : node;
  }

  /** The names of fields that nobody has looked at so far. */
  public List<String> unread() {
    return object.propertyNames().stream().filter(name -> !read.contains(name)).toList();
  }

  public boolean has(String field) {
    return node(field) != null;
  }

  /** A value for a message: its beginning. */
  static String shorten(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.length() > 80 ? text.substring(0, 80) + "..." : text;
  }

  private ApiException wrongType(String field, JsonNode node, String expected) {
    String shown = shorten(node);
    String name = path + field;
    return ApiException.badRequest(name + " must be " + expected + ": " + name + "=" + shown, name);
  }

  private <T> @Nullable T read(
      String field, Function<JsonNode, Optional<T>> reader, String expected) {
    JsonNode node = node(field);
    if (node == null) {
      return null;
    }
    return reader.apply(node).orElseThrow(() -> wrongType(field, node, expected));
  }

  /** Clients whose numbers are all floating point write 3.0 for 3. */
  private static boolean isWhole(JsonNode node) {
    return node.isNumber() && node.canConvertToExactIntegral();
  }

  static Optional<Integer> toInteger(JsonNode node) {
    return isWhole(node) && node.canConvertToInt()
        ? Optional.of(node.intValue())
        : Optional.empty();
  }

  private static Optional<Long> toLong(JsonNode node) {
    return isWhole(node) && node.canConvertToLong()
        ? Optional.of(node.longValue())
        : Optional.empty();
  }

  private static Optional<String> toText(JsonNode node) {
    return node.isString() ? Optional.of(node.stringValue()) : Optional.empty();
  }

  @SuppressWarnings("unchecked")
  private static Optional<Map<String, Object>> toMap(JsonNode node) {
    return node.isObject()
        ? Optional.of((Map<String, Object>) Json.toJava(node))
        : Optional.empty();
  }

  public @Nullable Integer integer(String field) {
    return read(field, JsonFields::toInteger, "an integer");
  }

  /** A 64-bit integer. */
  public @Nullable Long longInteger(String field) {
    return read(field, JsonFields::toLong, "a 64-bit integer");
  }

  public @Nullable Double decimal(String field) {
    return read(
        field,
        node -> node.isNumber() ? Optional.of(node.doubleValue()) : Optional.empty(),
        "a number");
  }

  public @Nullable Boolean bool(String field) {
    return read(
        field,
        node -> node.isBoolean() ? Optional.of(node.booleanValue()) : Optional.empty(),
        "true or false");
  }

  public boolean bool(String field, boolean fallback) {
    Boolean value = bool(field);
    return value == null ? fallback : value;
  }

  public @Nullable String text(String field) {
    return read(field, JsonFields::toText, "a string");
  }

  /** A string, or an array of strings. */
  public @Nullable List<String> texts(String field) {
    JsonNode node = node(field);
    if (node != null && node.isString()) {
      return List.of(node.stringValue());
    }
    return list(field, JsonFields::toText, "a string or an array of strings");
  }

  public @Nullable List<Integer> integers(String field) {
    return list(field, JsonFields::toInteger, "an array of integers");
  }

  private <T> @Nullable List<T> list(
      String field, Function<JsonNode, Optional<T>> reader, String expected) {
    JsonNode node = node(field);
    if (node == null) {
      return null;
    }
    if (!node.isArray()) {
      throw wrongType(field, node, expected);
    }
    List<T> items = new ArrayList<>(node.size());
    for (JsonNode item : node) {
      items.add(reader.apply(item).orElseThrow(() -> wrongType(field, item, expected)));
    }
    return items;
  }

  /** An object with token ids (as strings) for keys and numbers for values. */
  public @Nullable Map<Integer, Double> biases(String field) {
    JsonNode node = node(field);
    if (node == null) {
      return null;
    }
    String expected = "an object from token ids to numbers";
    if (!node.isObject()) {
      throw wrongType(field, node, expected);
    }
    Map<Integer, Double> biases = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      try {
        if (!entry.getValue().isNumber()) {
          throw wrongType(field, node, expected);
        }
        biases.put(Integer.parseInt(entry.getKey()), entry.getValue().doubleValue());
      } catch (NumberFormatException e) {
        throw wrongType(field, node, expected);
      }
    }
    return biases;
  }

  /** The fields of an object inside this one. */
  public @Nullable JsonFields object(String field) {
    ObjectNode nested =
        read(
            field,
            node -> node instanceof ObjectNode found ? Optional.of(found) : Optional.empty(),
            "an object");
    return nested == null ? null : new JsonFields(nested, path + field + ".");
  }

  /** An object as a map of JSON-like values, in order. */
  public @Nullable Map<String, Object> map(String field) {
    return read(field, JsonFields::toMap, "an object");
  }

  /** An array of objects as maps of JSON-like values. */
  public @Nullable List<Map<String, Object>> maps(String field) {
    return list(field, JsonFields::toMap, "an array of objects");
  }
}
