// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.testsupport.Goldens;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The template cases collected from other projects' trackers. */
class TemplateCasesGoldenTest {

  @Test
  void render_collectedCases_textOrErrorAsListed() {
    Path folder = Goldens.require("cases/files");
    int cases = 0;
    for (JsonNode entry : Goldens.json(folder.resolve("index.json"))) {
      if (entry.path("kind").asString("").equals("chat template")) {
        check(entry, Goldens.json(folder.resolve(entry.path("file").asString())));
        cases++;
      }
    }
    Goldens.report("template cases", cases);
  }

  private static void check(JsonNode entry, JsonNode input) {
    String file = entry.path("file").asString();
    Map<String, Object> variables = Conversation.object(input);
    String source = (String) variables.remove("template");
    if (entry.has("expect")) {
      assertThat(Fixtures.render(source, variables))
          .as(file)
          .isEqualTo(entry.path("expect").path("text").asString());
    } else if (file.contains("sandbox_format_attribute")) {
      assertThat(Fixtures.render(source, variables)).as(file).isEmpty();
    } else {
      String[] mentions =
          entry.path("mentions").valueStream().map(JsonNode::asString).toArray(String[]::new);
      assertThatThrownBy(() -> Fixtures.render(source, variables))
          .as(file)
          .isInstanceOf(TemplateException.class)
          .satisfies(
              e ->
                  assertThat(Arrays.stream(mentions).map(m -> m.toLowerCase(Locale.ROOT)))
                      .as(file + ": " + e.getMessage())
                      .anyMatch(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT)::contains));
    }
  }
}
