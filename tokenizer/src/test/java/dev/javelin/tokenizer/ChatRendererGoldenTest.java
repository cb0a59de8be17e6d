// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.testsupport.Goldens;
import dev.javelin.tokenizer.jinja.ContentFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The templates of 29 models against transformers. */
class ChatRendererGoldenTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void render_realTemplates_areAsTransformers() throws IOException {
    Path root = Goldens.require("goldens-text/chat");
    List<String> differences = new ArrayList<>();
    int cases = 0;
    for (String name : Goldens.json(root.resolve("content_format.json")).propertyNames()) {
      Path folder = root.resolve(name);
      ChatRenderer renderer = renderer(folder);
      for (JsonNode row : Goldens.jsonLines(folder.resolve("cases.jsonl"))) {
        if (!asExpected(renderer, row)) {
          differences.add(name + " " + row.path("name").asString());
        }
        cases++;
      }
    }
    Goldens.report("chat templates", cases);
    assertThat(differences).isEmpty();
  }

  private static ChatRenderer renderer(Path folder) throws IOException {
    JsonNode meta = Goldens.json(folder.resolve("meta.json"));
    Map<String, String> special = new LinkedHashMap<>();
    meta.path("special_tokens").forEachEntry((role, token) -> special.put(role, token.asString()));
    Clock clock =
        Clock.fixed(
            LocalDateTime.parse(meta.path("now").asString()).toInstant(ZoneOffset.UTC),
            ZoneOffset.UTC);
    String template = Files.readString(folder.resolve("template.jinja"));
    ModelAssets assets =
        new ModelAssets(null, template, Map.of(), special, null, List.of(), null, Map.of(), 10, 10);
    return new ChatRenderer(assets, clock);
  }

  private static boolean asExpected(ChatRenderer renderer, JsonNode row) {
    String rendered;
    try {
      rendered =
          renderer.render(
              null,
              ContentFormat.OPENAI,
              messages(row),
              row.path("continue_final_message").asBoolean(),
              variables(row));
    } catch (ChatTemplateException e) {
      JsonNode error = row.path("error");
      return error.path("kind").asString("").equals("raise_exception")
          ? String.valueOf(e.getMessage()).equals(error.path("message").asString())
          : row.has("error");
    }
    return row.has("expected") && rendered.equals(row.path("expected").asString());
  }

  private static List<ChatMessage> messages(JsonNode row) {
    return row.path("messages")
        .valueStream()
        .map(message -> new ChatMessage(object(message)))
        .toList();
  }

  private static Map<String, Object> variables(JsonNode row) {
    Map<String, Object> variables = object(row.path("kwargs"));
    variables.put("tools", JSON.convertValue(row.path("tools"), Object.class));
    variables.put("documents", JSON.convertValue(row.path("documents"), Object.class));
    variables.put("add_generation_prompt", row.path("add_generation_prompt").asBoolean());
    return variables;
  }

  private static Map<String, Object> object(JsonNode node) {
    Map<String, Object> object = new LinkedHashMap<>();
    node.forEachEntry((name, value) -> object.put(name, JSON.convertValue(value, Object.class)));
    return object;
  }
}
