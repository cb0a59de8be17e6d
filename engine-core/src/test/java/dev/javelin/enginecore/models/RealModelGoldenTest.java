// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.testsupport.Goldens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Published models write what Hugging Face transformers writes. Runs where the folder that {@code
 * JAVELIN_TEST_MODELS} names holds them.
 */
class RealModelGoldenTest {
  private static final double NEAR_TIE = 5e-3;
  private static final double TOLERANCE = 1e-3;

  @ParameterizedTest
  @CsvSource({
    "smollm2-135m-instruct-bf16, smollm2_golden.json",
    "SmolLM2-135M-Instruct.Q4_1.gguf, smollm2_gguf_golden.json",
    "gemma-3-270m-q4_k_m.gguf, gemma_golden.json"
  })
  void transcript_equalsTransformers(String file, String golden) {
    String folder = System.getenv("JAVELIN_TEST_MODELS");
    Assumptions.assumeTrue(folder != null, "no real models on this machine");
    Path model = Path.of(folder).resolve(file);
    assertThat(Files.exists(model)).as("%s", model).isTrue();
    JsonNode expected = Goldens.json(Goldens.require("goldens/real/" + golden));
    int cases = 0;
    try (GoldenModel actual = new GoldenModel(model, 2048, 0)) {
      for (JsonNode prompt : expected.get("prompts")) {
        check(actual, prompt);
        cases++;
      }
    }
    Goldens.report(golden, cases);
  }

  private static void check(GoldenModel model, JsonNode prompt) {
    int[] ids = ints(prompt.get("ids"));
    int[] greedy = ints(prompt.get("greedy_ids"));
    float[] last = model.lastLogits(ids);
    double logSumExp = logSumExp(last);
    for (int k = 0; k < prompt.get("last_top20_ids").size(); k++) {
      int id = prompt.get("last_top20_ids").get(k).intValue();
      assertThat(last[id] - logSumExp)
          .as("%s, candidate %d", prompt.get("name"), k)
          .isCloseTo(
              prompt.get("last_top20_logprobs").get(k).doubleValue(), Offset.offset(TOLERANCE));
    }
    int compared = 0;
    while (compared < greedy.length
        && prompt.get("greedy_margins").get(compared).doubleValue() >= NEAR_TIE) {
      compared++;
    }
    assertThat(Arrays.copyOf(model.greedy(ids, greedy.length), compared))
        .as("%s", prompt.get("name"))
        .isEqualTo(Arrays.copyOf(greedy, compared));
  }

  private static double logSumExp(float[] logits) {
    double max = Double.NEGATIVE_INFINITY;
    for (float logit : logits) {
      max = Math.max(max, logit);
    }
    double sum = 0;
    for (float logit : logits) {
      sum += Math.exp(logit - max);
    }
    return max + Math.log(sum);
  }

  private static int[] ints(JsonNode array) {
    List<Integer> values = new ArrayList<>();
    array.forEach(value -> values.add(value.intValue()));
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
