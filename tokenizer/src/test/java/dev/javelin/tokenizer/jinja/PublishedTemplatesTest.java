// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PublishedTemplatesTest {
  private static final JsonMapper JSON = new JsonMapper();

  static Stream<String> templates() {
    return Fixtures.TEMPLATES.stream();
  }

  private static JsonNode read(String name) {
    return JSON.readTree(Fixtures.resource("templates/" + name + ".json"));
  }

  @ParameterizedTest
  @MethodSource("templates")
  void render_conversations_sameTextAndRefusalsAsTransformers(String name) {
    JsonNode file = read(name);
    Template template = Template.parse(file.path("template").asString());
    Map<String, Object> special = Conversation.object(file.path("special_tokens"));
    assertThat(file.path("cases")).isNotEmpty();
    for (JsonNode row : file.path("cases")) {
      Outcome outcome = Outcome.of(template, new Conversation(row, special));
      assertThat(outcome.matches(row)).as(row.path("name").asString() + ": " + outcome).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("templates")
  void contentFormat_templates_asVllmDetects(String name) {
    JsonNode file = read(name);
    ContentFormat format = Template.parse(file.path("template").asString()).contentFormat();
    assertThat(format.name().toLowerCase(Locale.ROOT))
        .isEqualTo(file.path("content_format").asString());
  }
}
