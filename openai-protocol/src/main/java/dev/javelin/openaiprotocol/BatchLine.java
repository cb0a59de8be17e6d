// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of an OpenAI batch input file.
 *
 * @param customId the caller's id, unique in its file
 * @param url the endpoint
 * @param body the request
 */
public record BatchLine(String customId, String url, ObjectNode body) {
  /**
   * Reads a line.
   *
   * @throws ApiException if it is not an object with {@code custom_id}, {@code method} POST, {@code
   *     url} and {@code body}
   */
  public static BatchLine read(byte[] utf8) {
    JsonFields fields = new JsonFields(Json.readObject(utf8));
    String customId = required(fields, "custom_id");
    String method = required(fields, "method");
    if (!method.equals("POST")) {
      throw ApiException.badRequest("method must be POST: method=" + method, "method");
    }
    String url = required(fields, "url");
    JsonNode body = fields.node("body");
    if (body instanceof ObjectNode object) {
      return new BatchLine(customId, url, object);
    }
    throw ApiException.badRequest("body must be an object", "body");
  }

  /** The {@code custom_id} of a line that may be broken otherwise; null if it has none. */
  public static @Nullable String customIdOf(byte[] utf8) {
    try {
      return new JsonFields(Json.readObject(utf8)).text("custom_id");
    } catch (ApiException e) {
      return null;
    }
  }

  private static String required(JsonFields fields, String field) {
    String value = fields.text(field);
    if (value == null || value.isEmpty()) {
      throw ApiException.badRequest(field + " is required and must not be empty", field);
    }
    return value;
  }
}
