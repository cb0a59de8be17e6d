// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.jinja.ContentFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Brings messages to the form that templates see: transformers' normalisation (members that are
 * null are dropped, reasoning goes under both of its names), and for templates that expect strings
 * vLLM's joining of text parts.
 */
final class MessageNormalizer {
  private static final String CONTENT = "content";
  private static final String REASONING = "reasoning_content";
  private static final String THINKING = "thinking";

  private MessageNormalizer() {}

  static List<Map<String, Object>> normalize(List<ChatMessage> messages, ContentFormat format) {
    List<Map<String, Object>> normalized = new ArrayList<>(messages.size());
    for (int i = 0; i < messages.size(); i++) {
      Map<String, Object> message = normalize(messages.get(i).fields());
      if (format == ContentFormat.STRING && message.get(CONTENT) instanceof List<?> parts) {
        message.put(CONTENT, join(parts, "messages[" + i + "].content"));
      }
      normalized.add(message);
    }
    return normalized;
  }

  private static Map<String, Object> normalize(Map<String, Object> fields) {
    Map<String, Object> message = new LinkedHashMap<>();
    Stream.of(REASONING, "reasoning", THINKING)
        .map(fields::get)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(reasoning -> message.put(THINKING, reasoning));
    fields.forEach(
        (name, value) -> {
          if (value != null) {
            message.putIfAbsent(name, value);
          }
        });
    Object reasoning = message.get(THINKING);
    if (reasoning != null) {
      message.put(REASONING, reasoning);
    }
    return message;
  }

  private static String join(List<?> parts, String where) {
    StringJoiner lines = new StringJoiner("\n");
    for (int i = 0; i < parts.size(); i++) {
      Object part = parts.get(i);
      if (part instanceof String text) {
        lines.add(text);
      } else if (part instanceof Map<?, ?> object && object.get("text") instanceof String text) {
        lines.add(text);
      } else {
        throw new ValidationException(
            "this model's chat template takes text parts only", where + "[" + i + "]", part);
      }
    }
    return lines.toString();
  }
}
