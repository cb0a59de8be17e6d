// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One conversation of the reference data, rendered as transformers' apply_chat_template does. */
record Conversation(JsonNode row, Map<String, Object> specialTokens) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String MARK = "CONTINUE_FINAL_MESSAGE_TAG ";

  static Map<String, Object> object(JsonNode node) {
    Map<?, ?> members = JSON.treeToValue(node, Map.class);
    Map<String, Object> result = new LinkedHashMap<>();
    members.forEach((name, value) -> result.put((String) name, value));
    return result;
  }

  String name() {
    return row.path("name").asString();
  }

  private boolean continuesFinalMessage() {
    return row.path("continue_final_message").asBoolean();
  }

  String render(Template template) {
    Map<String, @Nullable Object> variables = new LinkedHashMap<>(specialTokens);
    variables.putAll(object(row.path("kwargs")));
    for (String name : List.of("tools", "documents", "add_generation_prompt")) {
      variables.put(name, JSON.treeToValue(row.path(name), Object.class));
    }
    variables.put("messages", messages());
    String rendered = template.render(variables, Fixtures.CLOCK);
    return continuesFinalMessage() ? cut(rendered) : rendered;
  }

  private List<Object> messages() {
    JsonNode source =
        row.has("messages_seen_by_template")
            ? row.path("messages_seen_by_template")
            : row.path("messages");
    List<Object> messages = new ArrayList<>();
    source.forEach(message -> messages.add(object(message)));
    if (continuesFinalMessage()) {
      int last = messages.size() - 1;
      messages.set(last, marked(object(source.get(last))));
    }
    return messages;
  }

  private static Map<String, Object> marked(Map<String, Object> message) {
    if (message.get("content") instanceof List<?> parts) {
      List<Object> copies = new ArrayList<>(parts);
      for (int i = copies.size() - 1; i >= 0; i--) {
        if (copies.get(i) instanceof Map<?, ?> part && part.containsKey("text")) {
          Map<Object, Object> copy = new LinkedHashMap<>(part);
          copy.put("text", part.get("text") + MARK);
          copies.set(i, copy);
          break;
        }
      }
      message.put("content", copies);
    } else {
      message.put("content", message.get("content") + MARK);
    }
    return message;
  }

  private static String cut(String rendered) {
    int at = rendered.lastIndexOf(MARK.strip());
    String kept = rendered.substring(0, at);
    return rendered.startsWith(MARK, at) ? kept : kept.stripTrailing();
  }
}
