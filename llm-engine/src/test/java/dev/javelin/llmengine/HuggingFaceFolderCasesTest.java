// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.inputprocessor.ChatRequest;
import dev.javelin.testsupport.Goldens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Model folders and files that broke other engines: index.json says for each what must happen when
 * an engine is loaded from it.
 */
class HuggingFaceFolderCasesTest {
  private static final Set<String> KINDS =
      Set.of("HF model folder", "tokenizer folder", "GGUF file");

  /** Its tokenizer is that of the folders that have nothing else. */
  private static final String MODEL_OF_TOKENIZER_FOLDERS = "hf/stray_single_file";

  @TestFactory
  List<DynamicTest> cases_ownCopy() {
    Path folder = Goldens.small("cases");
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode entry : entries(folder)) {
      tests.add(DynamicTest.dynamicTest(name(entry), () -> check(folder, entry)));
    }
    Goldens.report("model folders and files, own copy", tests.size());
    return tests;
  }

  @Test
  void cases_fullSet() {
    Path folder = Goldens.require("cases/files");
    List<JsonNode> entries = entries(folder);
    entries.forEach(entry -> check(folder, entry));
    Goldens.report("model folders and files", entries.size());
  }

  /** All but those that only a reader of GGUF headers can open. */
  private static List<JsonNode> entries(Path folder) {
    return StreamSupport.stream(Goldens.json(folder.resolve("index.json")).spliterator(), false)
        .filter(entry -> KINDS.contains(entry.get("kind").asString()))
        .filter(entry -> !entry.path("expect").has("level"))
        .toList();
  }

  private static String name(JsonNode entry) {
    return entry.get("file").asString();
  }

  private static void check(Path folder, JsonNode entry) {
    Path path = folder.resolve(name(entry));
    if (entry.has("mentions")) {
      checkRefused(path, entry.get("mentions"));
    } else if (entry.get("kind").asString().equals("tokenizer folder")) {
      checkChat(folder.resolve(MODEL_OF_TOKENIZER_FOLDERS), path, entry.get("expect"));
    } else if (entry.get("expect").has("open_any_of")) {
      for (JsonNode part : entry.get("expect").get("open_any_of")) {
        checkModel(path.resolve(part.asString()).normalize(), entry.get("expect"));
      }
    } else {
      checkModel(path, entry.get("expect"));
    }
  }

  private static EngineConfigBuilder config(Path model) {
    return EngineConfig.builder(model.toString()).threads(1);
  }

  private static void checkRefused(Path path, JsonNode mentions) {
    Throwable thrown = catchThrowable(() -> LLMEngine.load(config(path).build()).close());
    assertThat(thrown).as(path.toString()).isInstanceOf(EngineException.class);
    String message = String.valueOf(thrown.getMessage());
    assertThat(mentions)
        .as("%s: %s", path, message)
        .anyMatch(mention -> message.contains(mention.asString()));
    assertThat(message).contains(path.getFileName().toString().replaceAll("-0000.*", ""));
  }

  private static void checkChat(Path model, Path tokenizer, JsonNode expected) {
    List<ChatMessage> messages = new ArrayList<>();
    expected
        .get("messages")
        .forEach(
            message ->
                messages.add(
                    ChatMessage.of(
                        message.get("role").asString(), message.get("content").asString())));
    EngineConfig config = config(model).tokenizer(tokenizer.toString()).build();
    try (LLMEngine engine = LLMEngine.load(config)) {
      Prompt.Tokens prompt = engine.renderer().renderChat(ChatRequest.of(messages));
      if (expected.has("text")) {
        assertThat(prompt.text()).isEqualTo(expected.get("text").asString());
      } else {
        assertThat(prompt.ids()).isEqualTo(ints(expected.get("ids")));
      }
    }
  }

  private static void checkModel(Path path, JsonNode expected) {
    try (LLM llm = LLM.load(config(path).build())) {
      if (expected.has("default_sampling")) {
        checkDefaults(llm.defaultSamplingParams(), expected.get("default_sampling"));
      } else if (expected.has("stop_reason")) {
        checkEnd(run(llm, expected, SamplingParams.greedy(8)), expected);
      } else {
        checkGreedy(
            run(
                llm,
                expected,
                SamplingParams.greedy(8).with(params -> params.logprobs(5).ignoreEos(true))),
            expected);
      }
    }
  }

  private static CompletionOutput run(LLM llm, JsonNode expected, SamplingParams params) {
    List<Prompt> prompts = List.of(Prompt.tokens(ints(expected.get("prompt"))));
    return llm.generate(prompts, params).get(0).outputs().get(0);
  }

  private static void checkDefaults(SamplingParams defaults, JsonNode expected) {
    assertThat(defaults.temperature()).isEqualTo(expected.get("temperature").asDouble());
    assertThat(defaults.topP()).isEqualTo(expected.get("top_p").asDouble());
    assertThat(defaults.topK()).isEqualTo(expected.get("top_k").asInt());
    assertThat(defaults.repetitionPenalty())
        .isEqualTo(expected.get("repetition_penalty").asDouble());
  }

  private static void checkEnd(CompletionOutput completion, JsonNode expected) {
    assertThat(completion.tokenIds()).isEqualTo(ints(expected.get("token_ids_with_end_token")));
    assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(completion.stopReason())
        .isEqualTo(new StopReason.Token(expected.get("stop_reason").asInt()));
    // Ids 11, 22 and 5 are h, s and b; 9, the end token, is f.
    assertThat(completion.text()).isEqualTo("hsb");
  }

  private static void checkGreedy(CompletionOutput completion, JsonNode expected) {
    assertThat(completion.tokenIds()).isEqualTo(ints(expected.get("greedy")));
    assertThat(completion.finishReason()).isEqualTo(FinishReason.LENGTH);
    Map<Integer, Logprob> first = Objects.requireNonNull(completion.logprobs()).get(0);
    Offset<Float> tolerance = Offset.offset(expected.get("logprob_tolerance").floatValue());
    List<Integer> likeliest = new ArrayList<>();
    for (JsonNode pair : expected.get("first_token_top5_logprobs")) {
      likeliest.add(pair.get(0).asInt());
      Logprob actual = Objects.requireNonNull(first.get(pair.get(0).asInt()));
      assertThat(actual.logprob()).isCloseTo(pair.get(1).floatValue(), tolerance);
      assertThat(actual.rank()).isEqualTo(likeliest.size());
    }
    assertThat(first.keySet()).containsExactlyElementsOf(likeliest);
  }

  private static List<Integer> ints(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asInt).toList();
  }
}
