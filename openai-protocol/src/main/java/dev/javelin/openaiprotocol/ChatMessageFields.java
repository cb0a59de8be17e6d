// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.ChatMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code messages} of a chat and brings them to the form that templates expect: arguments
 * of tool calls as objects, as vLLM does it, and nothing that only models with eyes or ears
 * understand.
 */
final class ChatMessageFields {
  private static final String TOOL_CALLS = "tool_calls";

  private ChatMessageFields() {}

  static List<ChatMessage> read(JsonFields fields) {
    List<Map<String, Object>> objects = fields.maps("messages");
    if (objects == null || objects.isEmpty()) {
      throw ApiException.badRequest("messages must hold at least one message", "messages");
    }
    List<ChatMessage> messages = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      messages.add(message(objects.get(i), "messages[" + i + "]"));
    }
    return messages;
  }

  private static ChatMessage message(Map<String, Object> object, String where) {
    if (!(object.get("role") instanceof String)) {
      throw wrong(where + ".role", "a string", object.get("role"));
    }
    checkContent(object.get("content"), where + ".content");
    Map<String, Object> message = new LinkedHashMap<>(object);
    if (object.get(TOOL_CALLS) instanceof List<?> calls) {
      message.remove(TOOL_CALLS);
      if (!calls.isEmpty()) {
        message.put(TOOL_CALLS, withArguments(calls, where + "." + TOOL_CALLS));
      }
    }
    return new ChatMessage(message);
  }

  private static void checkContent(@Nullable Object content, String where) {
    if (content == null || content instanceof String) {
      return;
    }
    if (!(content instanceof List<?> parts)) {
      throw wrong(where, "a string or an array of parts", content);
    }
    for (int i = 0; i < parts.size(); i++) {
      Object part = parts.get(i);
      boolean text = part instanceof Map<?, ?> object && object.get("text") instanceof String;
      if (!text && !(part instanceof String)) {
        throw wrong(where + "[" + i + "]", "a text part, no other is supported", part);
      }
    }
  }

  private static List<Object> withArguments(List<?> calls, String where) {
    List<Object> result = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      String path = where + "[" + i + "]";
      if (!(calls.get(i) instanceof Map<?, ?> call
          && call.get("function") instanceof Map<?, ?> function)) {
        throw wrong(path, "an object with a function", calls.get(i));
      }
      Map<Object, Object> changed = new LinkedHashMap<>(call);
      Map<Object, Object> changedFunction = new LinkedHashMap<>(function);
      changedFunction.put(
          "arguments", arguments(function.get("arguments"), path + ".function.arguments"));
      changed.put("function", changedFunction);
      result.add(changed);
    }
    return result;
  }

  private static Object arguments(@Nullable Object arguments, String where) {
    if (arguments instanceof Map<?, ?>) {
      return arguments;
    }
    if (arguments == null || arguments.equals("")) {
      return Map.of();
    }
    if (!(arguments instanceof String text)) {
      throw wrong(where, "a JSON object, or one in a string", arguments);
    }
    try {
      return Json.toJava(Json.readObject(text.getBytes(StandardCharsets.UTF_8)));
    } catch (ApiException e) {
      throw wrong(where, "a JSON object, or one in a string", arguments);
    }
  }

  private static ApiException wrong(String where, String expected, @Nullable Object value) {
    return ApiException.badRequest(
        where + " must be " + expected + ": " + where + "=" + JsonFields.shorten(value), where);
  }
}
