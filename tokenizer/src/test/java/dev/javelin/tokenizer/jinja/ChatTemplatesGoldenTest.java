// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** All reference conversations through all reference templates. */
class ChatTemplatesGoldenTest {
  private static final int TEMPLATES = 29;

  private static List<Path> folders() throws IOException {
    try (Stream<Path> entries = Files.list(Goldens.require("goldens-text/chat"))) {
      return entries.filter(Files::isDirectory).sorted().toList();
    }
  }

  private static String source(Path folder) throws IOException {
    return Files.readString(folder.resolve("template.jinja"), StandardCharsets.UTF_8);
  }

  @Test
  void render_referenceConversations_sameTextAndRefusals() throws IOException {
    List<String> failures = new ArrayList<>();
    int cases = 0;
    for (Path folder : folders()) {
      Template template = Template.parse(source(folder));
      JsonNode meta = Goldens.json(folder.resolve("meta.json"));
      Map<String, Object> special = Conversation.object(meta.path("special_tokens"));
      for (JsonNode row : Goldens.jsonLines(folder.resolve("cases.jsonl"))) {
        cases++;
        Outcome outcome = Outcome.of(template, new Conversation(row, special));
        if (!outcome.matches(row)) {
          failures.add(folder.getFileName() + "/" + row.path("name").asString() + ": " + outcome);
        }
      }
    }
    Goldens.report("chat templates", cases);
    assertThat(failures).isEmpty();
  }

  @Test
  void contentFormat_referenceTemplates_asVllmDetects() throws IOException {
    JsonNode expected = Goldens.json(Goldens.require("goldens-text/chat/content_format.json"));
    int cases = 0;
    for (Path folder : folders()) {
      ContentFormat format = Template.parse(source(folder)).contentFormat();
      assertThat(format.name().toLowerCase(Locale.ROOT))
          .as(folder.toString())
          .isEqualTo(expected.path(folder.getFileName().toString()).asString());
      cases++;
    }
    Goldens.report("content formats", cases);
    assertThat(cases).isEqualTo(TEMPLATES);
  }
}
