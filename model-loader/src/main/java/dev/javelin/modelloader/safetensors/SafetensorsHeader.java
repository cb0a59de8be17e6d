// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.safetensors;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.mapped.TensorShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of a header, read member by member; each is checked by itself, not against others. */
final class SafetensorsHeader {
  private static final String METADATA = "__metadata__";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String file;
  private final List<SafetensorsEntry> entries = new ArrayList<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  private SafetensorsHeader(String file) {
    this.file = file;
  }

  /**
   * Reads a header.
   *
   * @param file the file's name, for messages
   */
  static SafetensorsHeader parse(String file, String json) {
    SafetensorsHeader header = new SafetensorsHeader(file);
    try (JsonParser parser = JSON.createParser(json)) {
      header.read(parser);
    } catch (JacksonException e) {
      throw new ModelLoadException(
          "the safetensors header is not valid JSON: file=%s, cause=%s"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
    return header;
  }

  List<SafetensorsEntry> entries() {
    return entries;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  private void read(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new ModelLoadException(
          "the safetensors header must be a JSON object: file=%s, found %s"
              .formatted(file, parser.currentToken()));
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      JsonNode value = JSON.readTree(parser);
      if (name.equals(METADATA)) {
        readMetadata(value);
      } else {
        entries.add(entry(name, value));
      }
    }
    if (parser.nextToken() != null) {
      throw new ModelLoadException(
          "the safetensors header has more than one JSON value: file=" + file);
    }
  }

  private void readMetadata(JsonNode value) {
    if (!value.isObject() || !value.values().stream().allMatch(JsonNode::isString)) {
      throw new ModelLoadException(
          "the safetensors header's __metadata__ must be an object of strings: file=" + file);
    }
    value
        .properties()
        .forEach(member -> metadata.put(member.getKey(), member.getValue().asString()));
  }

  private SafetensorsEntry entry(String name, JsonNode value) {
    if (!value.isObject()) {
      throw invalid(name, "value", value, "an object with dtype, shape and data_offsets");
    }
    JsonNode dtype = value.path("dtype");
    SafetensorsType type =
        SafetensorsType.named(dtype.isString() ? dtype.asString() : "")
            .orElseThrow(
                () -> invalid(name, "dtype", dtype, "one of " + List.of(SafetensorsType.values())));
    TensorShape shape = shape(name, value.path("shape"));
    JsonNode offsets = value.path("data_offsets");
    List<Long> range = longs(name, "data_offsets", offsets);
    if (range.size() != 2 || range.get(0) < 0 || range.get(0) > range.get(1)) {
      throw invalid(name, "data_offsets", offsets, "[begin, end] with 0 <= begin <= end");
    }
    return new SafetensorsEntry(name, type, shape, range.get(0), range.get(1));
  }

  private TensorShape shape(String name, JsonNode value) {
    List<Long> dimensions = longs(name, "shape", value);
    try {
      return new TensorShape(dimensions);
    } catch (IllegalArgumentException e) {
      throw invalid(name, "shape", value, "dimensions of 0 or more, whose product fits a long");
    }
  }

  private List<Long> longs(String name, String key, JsonNode value) {
    boolean integers =
        value.isArray()
            && value.values().stream()
                .allMatch(element -> element.isIntegralNumber() && element.canConvertToLong());
    if (!integers) {
      throw invalid(name, key, value, "an array of integer numbers in the range of a long");
    }
    return value.values().stream().map(JsonNode::longValue).toList();
  }

  private ModelLoadException invalid(String name, String key, JsonNode value, String expected) {
    String text = value.isMissingNode() ? "nothing" : value.toString();
    return new ModelLoadException(
        "the safetensors header describes a tensor wrongly: file=%s, tensor=%s, %s=%.200s,"
                .formatted(file, name, key, text)
            + " expected "
            + expected);
  }
}
