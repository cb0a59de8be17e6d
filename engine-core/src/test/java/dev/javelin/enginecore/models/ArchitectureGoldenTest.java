// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every architecture computes what Hugging Face transformers computes. */
class ArchitectureGoldenTest {
  /** Steps whose two best logits are closer than this may go either way. */
  private static final double NEAR_TIE = 5e-3;

  private static final int MAX_MODEL_LEN = 200;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "llama",
        "llama3_rope",
        "llama_tied_bias",
        "llama_mlp_bias",
        "mistral",
        "qwen2",
        "qwen2_yarn",
        "qwen3",
        "gemma3_text",
        "phi3",
        "gpt2",
        "gpt2_noprefix"
      })
  void forward_equalsTransformers(String architecture) {
    Path model = Goldens.small("tiny/" + architecture);
    try (GoldenModel golden = new GoldenModel(model, 128)) {
      check(golden, Goldens.json(model.resolve("golden.json")), 0, 1000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"llama3_rope", "gemma3_text", "qwen2_yarn", "phi3", "llama_mlp_bias"})
  void configurationAsNewerTransformersWriteIt_givesTheSame(String architecture, @TempDir Path copy)
      throws IOException {
    Path model = Goldens.small("tiny/" + architecture);
    try (Stream<Path> files = Files.list(model)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Files.copy(
        model.resolve("config.v5.json"),
        copy.resolve("config.json"),
        StandardCopyOption.REPLACE_EXISTING);
    try (GoldenModel golden = new GoldenModel(copy, 128)) {
      check(golden, Goldens.json(model.resolve("golden.json")), 0, 1000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"phi3_longrope", "phi4mini_longrope"})
  void longrope_choosesItsFactorsByTheConfiguredLength(String architecture) {
    Path model = Goldens.small("tiny/" + architecture);
    JsonNode byLength = Goldens.json(model.resolve("golden.json"));
    try (GoldenModel golden = new GoldenModel(model, 64)) {
      check(golden, byLength, 0, 64 - 24);
    }
    try (GoldenModel golden = new GoldenModel(model, 128)) {
      check(golden, byLength, 64, 1000);
      JsonNode always = Goldens.json(model.resolve("golden_long_always.json"));
      checkPrompts(golden, always, byLength.get("tolerance_f32").doubleValue(), 0, 1000);
    }
  }

  @Test
  void ggufFiles_equalTransformersOnTheDequantisedWeights() throws IOException {
    checkGguf(Goldens.small("gguf"));
  }

  @Test
  void allGgufTypesOfTheReferenceData_equalTransformers() throws IOException {
    checkGguf(Goldens.require("goldens/gguf"));
  }

  private static void checkGguf(Path folder) throws IOException {
    int cases = 0;
    for (String name : List.of("llama", "qwen2", "llama256")) {
      List<Path> files;
      try (Stream<Path> all = Files.list(folder.resolve(name))) {
        files = all.filter(file -> file.toString().endsWith(".gguf")).sorted().toList();
      }
      for (Path file : files) {
        Path expected = Path.of(file.toString().replace(".gguf", ".golden.json"));
        try (GoldenModel golden = new GoldenModel(file, MAX_MODEL_LEN)) {
          checkPrompts(golden, Goldens.json(expected), 5e-4, 0, 1000);
        }
        cases++;
      }
    }
    Goldens.report("GGUF goldens", cases);
  }

  private static void check(GoldenModel golden, JsonNode expected, int from, int to) {
    checkPrompts(golden, expected, expected.get("tolerance_f32").doubleValue(), from, to);
  }

  /** Checks the prompts whose length is in [from, to]. */
  private static void checkPrompts(
      GoldenModel golden, JsonNode expected, double tolerance, int from, int to) {
    int cases = 0;
    for (JsonNode prompt : expected.get("prompts")) {
      int[] ids = ints(prompt.get("ids"));
      if (ids.length < from || ids.length > to) {
        continue;
      }
      for (int chunk : new int[] {ids.length, 7}) {
        checkLogits(
            golden.logits(ids, chunk),
            prompt,
            tolerance,
            "prompt of " + ids.length + " tokens by " + chunk);
      }
      checkGreedy(golden.greedy(ids, 24), prompt);
      cases++;
    }
    assertThat(cases).isPositive();
  }

  private static void checkLogits(
      List<float[]> rows, JsonNode prompt, double tolerance, String what) {
    float[] last = rows.get(rows.size() - 1);
    JsonNode expected = prompt.get("last_logits");
    assertThat(last).as(what).hasSize(expected.size());
    for (int i = 0; i < last.length; i++) {
      assertThat((double) last[i])
          .as("%s, logit %d", what, i)
          .isCloseTo(expected.get(i).doubleValue(), org.assertj.core.data.Offset.offset(tolerance));
    }
    JsonNode topIds = prompt.get("top5_ids");
    if (topIds == null) {
      return;
    }
    for (int position = 0; position < rows.size(); position++) {
      double[] logprobs = logSoftmax(rows.get(position));
      for (int k = 0; k < 5; k++) {
        int id = topIds.get(position).get(k).intValue();
        assertThat(logprobs[id])
            .as("%s, position %d, candidate %d", what, position, k)
            .isCloseTo(
                prompt.get("top5_logprobs").get(position).get(k).doubleValue(),
                org.assertj.core.data.Offset.offset(2 * tolerance));
      }
    }
  }

  private static void checkGreedy(int[] actual, JsonNode prompt) {
    int[] expected = ints(prompt.get("greedy_ids"));
    int compared = 0;
    while (compared < expected.length
        && prompt.get("greedy_margins").get(compared).doubleValue() >= NEAR_TIE) {
      compared++;
    }
    assertThat(java.util.Arrays.copyOf(actual, compared))
        .isEqualTo(java.util.Arrays.copyOf(expected, compared));
  }

  private static double[] logSoftmax(float[] logits) {
    double max = Double.NEGATIVE_INFINITY;
    for (float logit : logits) {
      max = Math.max(max, logit);
    }
    double sum = 0;
    for (float logit : logits) {
      sum += Math.exp(logit - max);
    }
    double[] result = new double[logits.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = logits[i] - max - Math.log(sum);
    }
    return result;
  }

  private static int[] ints(JsonNode array) {
    List<Integer> values = new ArrayList<>();
    array.forEach(value -> values.add(value.intValue()));
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
