// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON text into values. */
final class JsonReader {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonReader() {}

  /**
   * The value of a JSON text.
   *
   * @throws EvaluationError if the text is not valid JSON
   */
  static Object read(String json) {
    try {
      return Conversion.toValue(MAPPER.readValue(json, Object.class), "from_json");
    } catch (JacksonException e) {
      throw EvaluationError.value("from_json: " + e.getOriginalMessage());
    } catch (IllegalArgumentException e) {
      throw EvaluationError.value("from_json: the text holds a value that is too large");
    }
  }
}
