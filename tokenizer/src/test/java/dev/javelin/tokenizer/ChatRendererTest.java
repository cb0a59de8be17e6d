// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.jinja.ContentFormat;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which template is chosen, and what it sees. */
class ChatRendererTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2025-03-09T08:05:07Z"), ZoneOffset.UTC);
  private static final String EACH =
      "{% for m in messages %}[{{ m.role }}:{{ m.content }}]{% endfor %}";

  private static ChatRenderer renderer(@Nullable String template, Map<String, String> named) {
    return new ChatRenderer(
        new ModelAssets(
            null,
            template,
            named,
            Map.of("bos_token", "<s>"),
            null,
            List.of(),
            null,
            Map.of(),
            10,
            10),
        CLOCK);
  }

  private static String render(
      ChatRenderer renderer, @Nullable String asked, Map<String, Object> variables) {
    return renderer.render(asked, null, List.of(ChatMessage.user("hi")), false, variables);
  }

  private static String render(String template, ChatMessage... messages) {
    return renderer(template, Map.of())
        .render(null, null, Arrays.asList(messages), false, Map.of());
  }

  private static ChatMessage message(@Nullable Object... keysAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      put(fields, String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return new ChatMessage(fields);
  }

  @SuppressWarnings("NullAway")
  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    fields.put(name, value);
  }

  @Test
  void choose_severalTemplates_argumentThenToolUseThenDefault() {
    ChatRenderer renderer = renderer("default", Map.of("tool_use", "tools", "rag", "retrieval"));
    Map<String, Object> tools = Map.of("tools", List.of(Map.of("name", "f")));

    assertThat(render(renderer, null, Map.of())).isEqualTo("default");
    assertThat(render(renderer, null, tools)).isEqualTo("tools");
    assertThat(render(renderer, "own", tools)).isEqualTo("own");
    assertThat(render(renderer, "rag", tools)).isEqualTo("retrieval");
  }

  @Test
  void choose_noToolUseTemplate_defaultServesTools() {
    Map<String, Object> tools = Map.of("tools", List.of(Map.of("name", "f")));

    assertThat(render(renderer("{{ tools[0].name }}", Map.of()), null, tools)).isEqualTo("f");
  }

  @Test
  void choose_defaultAmongTheNamed_isTheDefault() {
    assertThat(render(renderer(null, Map.of("default", "named")), null, Map.of()))
        .isEqualTo("named");
  }

  @Test
  void choose_noTemplateAtAll_failsNamingTheRemedy() {
    assertThatThrownBy(() -> render(renderer(null, Map.of("rag", "x")), null, Map.of()))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessageContaining("rag")
        .hasMessageContaining("chat_template");
  }

  @Test
  void render_invalidTemplate_fails() {
    assertThatThrownBy(() -> render("{% for %}", ChatMessage.user("hi")))
        .isInstanceOf(ChatTemplateException.class);
  }

  @Test
  void render_raiseException_carriesTheTemplatesWords() {
    String template = "{{ raise_exception('System role not supported here') }}";

    assertThatThrownBy(() -> render(template, ChatMessage.system("be brief")))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessage("System role not supported here");
  }

  @Test
  void render_specialTokensAndKwargs_areVariables() {
    ChatRenderer renderer =
        renderer("{{ bos_token }}{{ mood }}{{ eos_token is defined }}", Map.of());

    assertThat(render(renderer, null, Map.of("mood", "calm"))).isEqualTo("<s>calmFalse");
    assertThat(render(renderer, null, Map.of("bos_token", "<b>"))).isEqualTo("<b>False");
  }

  @Test
  void render_kwargNullOrAuto_neverReplacesAValue() {
    ChatRenderer renderer = renderer("{{ bos_token }}{{ other }}", Map.of());
    Map<String, Object> variables = new HashMap<>();
    put(variables, "bos_token", null);
    variables.put("other", "auto");

    assertThat(render(renderer, null, variables)).isEqualTo("<s>auto");
    assertThat(render(renderer, null, Map.of("bos_token", "auto"))).isEqualTo("<s>");
  }

  @Test
  void render_strftimeNow_readsTheClock() {
    assertThat(render("{{ strftime_now('%d %b %Y') }}", ChatMessage.user("hi")))
        .isEqualTo("09 Mar 2025");
  }

  @Test
  void render_nullMember_isDropped() {
    String template = "{{ messages[0].content is defined }} {{ messages[0].name is defined }}";

    assertThat(render(template, message("role", "assistant", "content", null, "name", "n")))
        .isEqualTo("False True");
  }

  @Test
  void render_reasoning_isThereUnderBothNames() {
    String template = "{{ messages[0].thinking }}|{{ messages[0].reasoning_content }}";

    assertThat(render(template, message("role", "assistant", "reasoning_content", "r")))
        .isEqualTo("r|r");
    assertThat(render(template, message("role", "assistant", "thinking", "t"))).isEqualTo("t|t");
  }

  @Test
  void render_textParts_areJoinedByLinesForStringTemplates() {
    List<Object> parts = List.of(Map.of("type", "text", "text", "a"), "b");

    assertThat(render(EACH, message("role", "user", "content", parts))).isEqualTo("[user:a\nb]");
  }

  @Test
  void render_partThatIsNoText_isRefusedForStringTemplates() {
    List<Object> parts = List.of(Map.of("type", "image_url", "image_url", "x"));

    assertThatThrownBy(() -> render(EACH, message("role", "user", "content", parts)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("messages[0].content[0]");
  }

  @Test
  void render_textParts_reachTemplatesThatLoopOverThem() {
    String template =
        "{% for m in messages %}{% for p in m.content %}<{{ p.text }}>{% endfor %}{% endfor %}";
    List<Object> parts = List.of(Map.of("type", "text", "text", "a"));

    assertThat(render(template, message("role", "user", "content", parts))).isEqualTo("<a>");
  }

  @Test
  void render_formatAskedFor_winsOverDetection() {
    List<Object> parts = List.of(Map.of("type", "text", "text", "a"));
    List<ChatMessage> messages = List.of(message("role", "user", "content", parts));
    String template = "{{ messages[0].content is string }}";
    ChatRenderer renderer = renderer(template, Map.of());

    assertThat(renderer.render(null, ContentFormat.OPENAI, messages, false, Map.of()))
        .isEqualTo("False");
    assertThat(renderer.render(null, ContentFormat.STRING, messages, false, Map.of()))
        .isEqualTo("True");
  }

  @Test
  void render_continueFinalMessage_endsInsideTheLastMessage() {
    List<ChatMessage> messages =
        List.of(ChatMessage.user("hi"), ChatMessage.assistant("The answer is "));
    String stripping = "{% for m in messages %}[{{ m.content | trim }}]{% endfor %}";

    assertThat(renderer(EACH, Map.of()).render(null, null, messages, true, Map.of()))
        .isEqualTo("[user:hi][assistant:The answer is ");
    assertThat(renderer(stripping, Map.of()).render(null, null, messages, true, Map.of()))
        .isEqualTo("[hi][The answer is");
  }

  @Test
  void render_continueFinalMessageInParts_endsInsideTheLastTextPart() {
    List<Object> parts = List.of(Map.of("type", "text", "text", "ab"), Map.of("type", "image"));
    String template = "{% for p in messages[0].content %}<{{ p.text }}>{% endfor %}";
    List<ChatMessage> messages = List.of(message("role", "assistant", "content", parts));

    assertThat(
            renderer(template, Map.of())
                .render(null, ContentFormat.OPENAI, messages, true, Map.of()))
        .isEqualTo("<ab");
  }

  @Test
  void render_continueFinalMessageThatIsLeftOut_fails() {
    List<ChatMessage> messages = List.of(ChatMessage.assistant("x"));

    assertThatThrownBy(
            () -> renderer("nothing", Map.of()).render(null, null, messages, true, Map.of()))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessageContaining("continue_final_message");
  }

  @Test
  void render_continueFinalMessageWithoutText_fails() {
    List<ChatMessage> messages = List.of(message("role", "assistant", "content", null));

    assertThatThrownBy(() -> renderer(EACH, Map.of()).render(null, null, messages, true, Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("content");
  }

  @Test
  void render_messages_areLeftAsTheyWere() {
    Map<String, Object> fields =
        new LinkedHashMap<>(Map.of("role", "user", "content", List.of("a")));
    ChatMessage message = new ChatMessage(fields);

    render(EACH, message);

    assertThat(message.fields()).isEqualTo(Map.of("role", "user", "content", List.of("a")));
  }

  @Test
  void render_variableOfAnotherClass_isRefused() {
    ChatRenderer renderer = renderer("{{ x }}", Map.of());

    assertThatThrownBy(() -> render(renderer, null, Map.of("x", Thread.currentThread())))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("x");
  }
}
