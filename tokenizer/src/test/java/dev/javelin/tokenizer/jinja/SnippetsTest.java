// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Small templates, each with what jinja2 makes of it. */
class SnippetsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void render_snippets_textOrErrorAsInJinja2() {
    Map<String, Object> variables =
        Conversation.object(JSON.readTree(Fixtures.resource("snippet-variables.json")));
    assertThat(Fixtures.resource("snippets.jsonl").lines().map(JSON::readTree))
        .isNotEmpty()
        .allSatisfy(row -> check(row, variables));
  }

  private static void check(JsonNode row, Map<String, Object> variables) {
    String source = row.path("template").asString();
    String text;
    try {
      text = Fixtures.render(source, variables);
    } catch (TemplateException e) {
      String kind = e.kind().name().toLowerCase(Locale.ROOT);
      assertThat(kind).as(source + ": " + e.getMessage()).isEqualTo(row.path("error").asString());
      if (row.has("message")) {
        assertThat(e).hasMessage(row.path("message").asString());
      }
      return;
    }
    assertThat(Stream.of(text)).as(source).containsExactly(row.path("expected").asString());
  }
}
