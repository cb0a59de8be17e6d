// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages of a conversation. */
class ChatMessageTest {
  @Test
  void of_roleAndContent_areItsFields() {
    assertThat(ChatMessage.user("hi").fields()).isEqualTo(Map.of("role", "user", "content", "hi"));
    assertThat(ChatMessage.assistant("hi").role()).isEqualTo("assistant");
  }

  @Test
  void create_roleMissingOrNoString_isRefused() {
    assertThatThrownBy(() -> new ChatMessage(Map.of("content", "hi")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("role");
    assertThatThrownBy(() -> new ChatMessage(Map.of("role", 1)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("role=1");
  }

  @Test
  @SuppressWarnings("NullAway")
  void create_nullContent_isKept() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("role", "assistant");
    fields.put("content", null);

    assertThat(new ChatMessage(fields).fields()).containsEntry("content", null);
  }

  @Test
  void create_mapChangedLater_doesNotChangeTheMessage() {
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("role", "user"));
    ChatMessage message = new ChatMessage(fields);

    fields.put("content", "late");

    assertThat(message.fields()).containsOnlyKeys("role");
  }
}
