// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufFile;
import dev.javelin.modelloader.safetensors.SafetensorsFile;
import dev.javelin.testsupport.Goldens;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Failures seen in other projects, and what must happen instead: index.json says it for each file.
 * Cases that only a running engine can decide are checked as far as loading goes.
 */
class LoaderCasesTest {
  /** Sound as far as files go; the engine refuses them, or their pooling is its business. */
  private static final Set<String> DECIDED_BY_THE_ENGINE =
      Set.of(
          "hf/tensor_missing",
          "hf/tensor_wrong_shape",
          "hf/unknown_architecture",
          "hf/tokenizer_larger_than_model",
          "hf/pooling_new_list",
          "hf/pooling_unknown");

  @TestFactory
  List<DynamicTest> cases_ownCopy() {
    Path folder = Goldens.small("cases");
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode entry : Goldens.json(folder.resolve("index.json"))) {
      tests.add(DynamicTest.dynamicTest(name(entry), () -> check(folder, entry)));
    }
    assertThat(tests).hasSize(94);
    return tests;
  }

  @Test
  void cases_fullSet() {
    Path folder = Goldens.require("cases/files");
    int cases = 0;
    for (JsonNode entry : Goldens.json(folder.resolve("index.json"))) {
      if (List.of("safetensors", "gguf", "hf").contains(name(entry).split("/")[0])) {
        check(folder, entry);
        cases++;
      }
    }
    Goldens.report("loader cases", cases);
  }

  private static String name(JsonNode entry) {
    return entry.get("file").asString();
  }

  private static void check(Path folder, JsonNode entry) {
    Path path = folder.resolve(name(entry));
    if (DECIDED_BY_THE_ENGINE.contains(name(entry))) {
      checkLoads(path);
    } else if (entry.has("mentions")) {
      checkRefused(path, entry);
    } else if (entry.get("kind").asString().equals("tokenizer folder")) {
      checkTokenizer(path, entry.get("expect"));
    } else if (name(entry).startsWith("safetensors")) {
      checkSafetensors(path, entry.get("expect"));
    } else if (entry.get("expect").path("level").asString("").equals("header reader only")) {
      checkGgufHeader(path, entry.get("expect"));
    } else {
      checkModel(path, entry);
    }
  }

  private static void checkRefused(Path path, JsonNode entry) {
    Throwable thrown =
        catchThrowable(
            () -> {
              if (name(entry).startsWith("safetensors")) {
                SafetensorsFile.open(path, LoadLimits.DEFAULT.headerBytes());
              } else {
                Checkpoint.open(path).close();
              }
            });
    assertThat(thrown).as(name(entry)).isInstanceOf(ModelLoadException.class);
    String message = String.valueOf(thrown.getMessage());
    assertThat(entry.get("mentions"))
        .as("%s: %s", name(entry), message)
        .anyMatch(mention -> message.contains(mention.asString()));
    assertThat(message).contains(String.valueOf(path.getFileName()).replaceAll("-0000.*", ""));
  }

  private static void checkSafetensors(Path path, JsonNode expected) {
    SafetensorsFile file = SafetensorsFile.open(path, LoadLimits.DEFAULT.headerBytes());
    JsonNode tensors = expected.get("tensors");
    assertThat(file.tensorNames()).containsExactlyInAnyOrderElementsOf(tensors.propertyNames());
    tensors
        .properties()
        .forEach(
            tensor -> {
              String name = tensor.getKey();
              assertThat(file.shape(name))
                  .containsExactly(
                      elements(tensor.getValue().get("shape"))
                          .mapToLong(JsonNode::longValue)
                          .toArray());
              Float[] values =
                  elements(tensor.getValue().get("values"))
                      .map(JsonNode::floatValue)
                      .toArray(Float[]::new);
              assertThat(read(file.tensor(name))).containsExactly(values);
            });
    expected
        .path("metadata")
        .properties()
        .forEach(
            member ->
                assertThat(file.metadata())
                    .containsEntry(member.getKey(), member.getValue().asString()));
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static void checkGgufHeader(Path path, JsonNode expected) {
    GgufFile file = GgufFile.open(path);
    assertThat(file.tensorNames())
        .containsExactlyElementsOf(
            elements(expected.get("tensors")).map(JsonNode::asString).toList());
    expected
        .get("metadata")
        .properties()
        .forEach(
            member ->
                assertThat(
                        plain(
                            Objects.requireNonNull(file.metadata().values().get(member.getKey()))))
                    .isEqualTo(member.getValue().toString()));
  }

  /** A metadata value as JSON would write it. */
  private static String plain(Object value) {
    if (value instanceof int[] numbers) {
      return Arrays.toString(numbers).replace(" ", "");
    }
    if (value instanceof List<?> list) {
      return list.stream()
          .map(element -> plain(Objects.requireNonNull(element)))
          .toList()
          .toString()
          .replace(" ", "");
    }
    return value instanceof String text ? '"' + text + '"' : value.toString();
  }

  private static void checkTokenizer(Path path, JsonNode expected) {
    ModelAssets none =
        new ModelAssets(null, null, Map.of(), Map.of(), null, List.of(), null, Map.of(), 1, 1);
    ModelAssets assets = Checkpoint.withTokenizer(none, path);
    assertThat(assets.vocabulary()).isInstanceOf(ModelAssets.Vocabulary.TokenizerJson.class);
    assertThat(assets.bosTokenId()).isEqualTo(1);
    assertThat(assets.eosTokenIds()).containsExactly(2);
    assertThat(assets.specialTokens()).containsEntry("bos_token", "<s>");
    if (expected.has("text")) {
      assertThat(assets.chatTemplate()).startsWith("NEW");
    }
  }

  private static void checkModel(Path path, JsonNode entry) {
    JsonNode expected = entry.get("expect");
    checkLoads(path);
    for (JsonNode name : expected.path("open_any_of")) {
      checkLoads(path.resolve(name.asString()).normalize());
    }
    try (Checkpoint checkpoint = Checkpoint.open(path)) {
      ModelAssets assets = checkpoint.assets();
      if (expected.has("stop_reason")) {
        assertThat(assets.eosTokenIds()).containsExactly(2, expected.get("stop_reason").asInt());
      }
      expected
          .path("default_sampling")
          .properties()
          .forEach(
              value ->
                  assertThat(
                          ((Number) assets.generationConfig().getOrDefault(value.getKey(), 0))
                              .doubleValue())
                      .isEqualTo(value.getValue().asDouble()));
    }
  }

  private static void checkLoads(Path path) {
    try (Checkpoint checkpoint = Checkpoint.open(path)) {
      assertThat(checkpoint.architecture())
          .isEqualTo(
              path.endsWith("unknown_architecture") ? "ZebraForCausalLM" : "LlamaForCausalLM");
      assertThat(checkpoint.assets().vocabSize()).isPositive();
      assertThat(checkpoint.config().integer("hidden_size")).isPositive();
      assertThat(checkpoint.has("model.layers.0.self_attn.q_proj.weight")).isTrue();
      for (String name : checkpoint.tensorNames()) {
        assertThat(read(checkpoint.tensor(name))).as(name).isNotEmpty().doesNotContain(Float.NaN);
      }
      boolean complete = checkpoint.has("model.layers.1.mlp.up_proj.weight");
      assertThat(complete).isEqualTo(!path.endsWith("tensor_missing"));
    }
  }

  private static Float[] read(WeightSource source) {
    float[] values = new float[(int) source.elements()];
    source.readFloats(0, (int) source.rows(), FloatBuffer.wrap(values));
    Float[] boxed = new Float[values.length];
    Arrays.setAll(boxed, i -> values[i]);
    return boxed;
  }
}
