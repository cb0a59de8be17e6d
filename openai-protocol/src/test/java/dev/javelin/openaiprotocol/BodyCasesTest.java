// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Request bodies that other servers have choked on. */
class BodyCasesTest {
  /** Cases that only an engine can refuse, or that are answered. */
  private static final Set<String> NEED_AN_ENGINE =
      Set.of(
          "server/unknown_model.json",
          "server/lone_surrogate.json",
          "server/stop_token_negative.json",
          "server/stop_token_out_of_vocab.json");

  @Test
  void read_bodiesSeenElsewhere_giveErrorObjectsThatSayWhatIsWrong() throws IOException {
    Path index = Goldens.require("cases/files/index.json");
    int cases = 0;
    for (JsonNode row : Goldens.json(index)) {
      String file = row.get("file").stringValue();
      if (!row.get("kind").stringValue().equals("body for POST /v1/chat/completions")
          || NEED_AN_ENGINE.contains(file)) {
        continue;
      }
      byte[] body = Files.readAllBytes(index.resolveSibling(file));
      Throwable fault =
          catchThrowable(
              () -> ChatCompletionRequest.read(Json.readObject(body), SamplingParams.defaults()));
      assertThat(fault).as(file).isNotNull();
      ErrorObject error = ErrorObject.of(fault);
      assertThat(error.code()).as(file).isEqualTo(row.get("expect").get("status").intValue());
      List<String> mentions = new ArrayList<>();
      row.get("mentions").forEach(mention -> mentions.add(mention.stringValue()));
      assertThat(mentions)
          .as(file + ": " + error.message())
          .anyMatch(mention -> error.message().contains(mention));
      cases++;
    }
    Goldens.report("request bodies", cases);
  }
}
