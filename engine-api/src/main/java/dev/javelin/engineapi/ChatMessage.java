// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One message of a conversation: the JSON object that a chat template sees.
 *
 * @param fields the object's members in order; values are JSON-like: null, {@code String}, {@code
 *     Boolean}, {@code Number}, {@code List} and {@code Map} of the same
 */
public record ChatMessage(Map<String, Object> fields) {
  public ChatMessage {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    if (!(fields.get("role") instanceof String)) {
      throw new ValidationException(
          "a chat message needs a role that is a string", "role", fields.get("role"));
    }
  }

  /** A message with a role and text. */
  public static ChatMessage of(String role, String content) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("role", role);
    fields.put("content", content);
    return new ChatMessage(fields);
  }

  /** A message that instructs the model. */
  public static ChatMessage system(String content) {
    return of("system", content);
  }

  /** A message of the person who asks. */
  public static ChatMessage user(String content) {
    return of("user", content);
  }

  /** A message of the model. */
  public static ChatMessage assistant(String content) {
    return of("assistant", content);
  }

  /** Who speaks: usually {@code system}, {@code user}, {@code assistant} or {@code tool}. */
  public String role() {
    return String.valueOf(fields.get("role"));
  }
}
