// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Damaged templates end in a text or in a {@link TemplateException}, never in anything else. */
class TemplateFuzzTest {
  private static final int ROUNDS = Integer.getInteger("test.rounds", 4000);
  private static final String MARKS = "{}%()[]|.-'\"\\ 0ax,:=~*";
  private static final JsonMapper JSON = new JsonMapper();

  private final long seed = Long.getLong("test.seed", 20_251_201L);
  private final Random random = new Random(seed);

  private static List<String> sources() {
    List<String> sources = new ArrayList<>();
    for (String name : Fixtures.TEMPLATES) {
      JsonNode file = JSON.readTree(Fixtures.resource("templates/" + name + ".json"));
      sources.add(file.path("template").asString());
    }
    Fixtures.resource("snippets.jsonl")
        .lines()
        .forEach(line -> sources.add(JSON.readTree(line).path("template").asString()));
    return sources;
  }

  @Test
  void render_damagedTemplates_failCleanly() {
    List<String> sources = sources();
    Map<String, Object> variables =
        Conversation.object(JSON.readTree(Fixtures.resource("snippet-variables.json")));
    variables.put("messages", List.of(Map.of("role", "user", "content", "hi")));
    for (int i = 0; i < ROUNDS; i++) {
      String source = damaged(sources.get(random.nextInt(sources.size())), sources);
      assertThatCode(() -> renderOrRefuse(source, variables))
          .as("-Dtest.seed=" + seed + ", round " + i + ": " + source)
          .doesNotThrowAnyException();
    }
  }

  private static void renderOrRefuse(String source, Map<String, Object> variables) {
    try {
      Fixtures.render(source, variables);
    } catch (TemplateException e) {
      assertThatCode(() -> e.kind().name()).doesNotThrowAnyException();
    }
  }

  private String damaged(String source, List<String> others) {
    StringBuilder text = new StringBuilder(source);
    for (int i = random.nextInt(4); i >= 0 && text.length() > 0; i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, text.substring(at, end));
        case 2 -> text.setCharAt(at, MARKS.charAt(random.nextInt(MARKS.length())));
        default -> text.insert(at, piece(others.get(random.nextInt(others.size()))));
      }
    }
    return text.toString();
  }

  private String piece(String other) {
    if (other.isEmpty()) {
      return other;
    }
    int at = random.nextInt(other.length());
    return other.substring(at, Math.min(other.length(), at + 1 + random.nextInt(20)));
  }
}
