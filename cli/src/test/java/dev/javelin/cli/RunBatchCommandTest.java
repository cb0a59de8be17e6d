// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class RunBatchCommandTest {
  private static final String COMPLETIONS = "/v1/completions";
  private static final String CHAT = "/v1/chat/completions";

  private static LLM llm;

  @TempDir private Path folder;
  private String err = "";

  @BeforeAll
  static void load() {
    llm = LLM.load(EngineConfig.builder(CommandRun.MODEL.toString()).threads(1).build());
  }

  @AfterAll
  static void close() {
    llm.close();
  }

  private static String line(String id, String url, String body) {
    return "{\"custom_id\": \"%s\", \"method\": \"POST\", \"url\": \"%s\", \"body\": {%s}}"
        .formatted(id, url, body);
  }

  /** The response lines by custom_id, in order. */
  private Map<String, JsonNode> run(Path model, List<String> lines, String... options)
      throws IOException {
    Path input = Files.write(folder.resolve("in.jsonl"), lines);
    return run(model, input, options);
  }

  private Map<String, JsonNode> run(Path model, Path input, String... options) {
    Path output = folder.resolve("out.jsonl");
    List<String> arguments =
        new ArrayList<>(List.of("-i", input.toString(), "-o", output.toString()));
    arguments.addAll(List.of(options));
    CommandRun run = CommandRun.withModel(model, "run-batch", arguments.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEmpty();
    err = run.err();
    Map<String, JsonNode> responses = new LinkedHashMap<>();
    for (JsonNode line : Goldens.jsonLines(output)) {
      responses.put(line.get("custom_id").stringValue(), line);
    }
    return responses;
  }

  private static JsonNode body(JsonNode line) {
    assertThat(line.get("error").isNull()).as(line.toString()).isTrue();
    assertThat(line.get("response").get("status_code").intValue()).isEqualTo(200);
    return line.get("response").get("body");
  }

  private static JsonNode choice(JsonNode line) {
    return body(line).get("choices").get(0);
  }

  private static JsonNode error(JsonNode line) {
    JsonNode error = line.get("error");
    assertThat(error.isNull()).as(line.toString()).isFalse();
    assertThat(line.get("response").get("status_code")).isEqualTo(error.get("code"));
    return error;
  }

  private static List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>();
    array.forEach(id -> ids.add(id.intValue()));
    return ids;
  }

  @Test
  void runBatch_greedyRequestsOfEveryKind_answerAsLLM() throws IOException {
    String greedy = "\"temperature\": 0, \"max_tokens\": 8, \"return_token_ids\": true";
    Map<String, JsonNode> responses =
        run(
            CommandRun.MODEL,
            List.of(
                line("text", COMPLETIONS, "\"prompt\": \"the story\", " + greedy),
                line("ids", COMPLETIONS, "\"prompt\": [5, 9, 12], " + greedy),
                line("echo", COMPLETIONS, "\"echo\": true, \"prompt\": [5, 9], " + greedy),
                line(
                    "chat",
                    CHAT,
                    "\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}], " + greedy)));
    SamplingParams params = SamplingParams.greedy(8);
    RequestOutput text = llm.generate("the story", params);
    assertThat(responses.keySet()).containsExactly("text", "ids", "echo", "chat");
    assertThat(choice(responses.get("text")).get("text").stringValue())
        .isEqualTo(text.outputs().get(0).text());
    assertThat(ids(choice(responses.get("text")).get("prompt_token_ids")))
        .isEqualTo(text.promptTokenIds());
    assertThat(ids(choice(responses.get("ids")).get("token_ids")))
        .isEqualTo(
            llm.generate(List.of(Prompt.tokens(5, 9, 12)), params)
                .get(0)
                .outputs()
                .get(0)
                .tokenIds());
    assertThat(choice(responses.get("echo")).get("text").stringValue()).startsWith("!%");
    assertThat(choice(responses.get("chat")).get("message").get("content").stringValue())
        .isEqualTo(llm.chat(List.of(ChatMessage.user("hi")), params).outputs().get(0).text());
    assertThat(body(responses.get("text")).get("model").stringValue())
        .isEqualTo(CommandRun.MODEL.toString());
    assertThat(err.strip()).isEqualTo("4 requests: 4 succeeded, 0 failed");
  }

  @Test
  void runBatch_logprobs_areThoseOfLLM() throws IOException {
    Map<String, JsonNode> responses =
        run(
            CommandRun.MODEL,
            List.of(
                line(
                    "a",
                    COMPLETIONS,
                    "\"prompt\": \"the story\", \"temperature\": 0, \"max_tokens\": 3, "
                        + "\"logprobs\": 2, \"prompt_logprobs\": 1, \"echo\": true, "
                        + "\"return_tokens_as_token_ids\": true, \"return_token_ids\": true")));
    JsonNode choice = choice(responses.get("a"));
    JsonNode logprobs = choice.get("logprobs");
    int prompt = choice.get("prompt_token_ids").size();
    assertThat(logprobs.get("tokens")).hasSize(prompt + 3);
    assertThat(logprobs.get("token_logprobs").get(0).isNull()).isTrue();
    assertThat(choice.get("prompt_logprobs")).hasSize(prompt);
    RequestOutput expected =
        llm.generate(
            "the story", SamplingParams.builder().temperature(0).maxTokens(3).logprobs(2).build());
    for (int i = 0; i < 3; i++) {
      int id = expected.outputs().get(0).tokenIds().getInt(i);
      assertThat(logprobs.get("tokens").get(prompt + i).stringValue()).isEqualTo("token_id:" + id);
      assertThat(logprobs.get("token_logprobs").get(prompt + i).floatValue())
          .isEqualTo(expected.outputs().get(0).logprobs().get(i).get(id).logprob());
    }
  }

  @Test
  void runBatch_seeds_giveTheSameTextsInEveryOrderAndRun() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      lines.add(
          line(
              "r" + i,
              COMPLETIONS,
              "\"prompt\": \"the story\", \"max_tokens\": 6, \"n\": 2, \"seed\": " + i));
    }
    Map<String, JsonNode> first = run(CommandRun.MODEL, lines);
    Collections.reverse(lines);
    Map<String, JsonNode> second = run(CommandRun.MODEL, lines, "--max-num-seqs", "2");
    for (String id : first.keySet()) {
      JsonNode choices = body(first.get(id)).get("choices");
      assertThat(choices).hasSize(2);
      assertThat(body(second.get(id)).get("choices")).as(id).isEqualTo(choices);
    }
    assertThat(body(first.get("r0")).get("choices").get(0))
        .isNotEqualTo(body(first.get("r1")).get("choices").get(0));
  }

  @Test
  void runBatch_stopAndLimits_areHeeded() throws IOException {
    RequestOutput all = llm.generate("the story", SamplingParams.greedy(20));
    int last = all.outputs().get(0).tokenIds().getInt(2);
    int firstAt = all.outputs().get(0).tokenIds().indexOf(last);
    String greedy = "\"prompt\": \"the story\", \"temperature\": 0, \"return_token_ids\": true, ";
    Map<String, JsonNode> responses =
        run(
            CommandRun.MODEL,
            List.of(
                line(
                    "stop",
                    COMPLETIONS,
                    greedy + "\"max_tokens\": 20, \"stop_token_ids\": [" + last + "]"),
                line(
                    "min",
                    COMPLETIONS,
                    greedy + "\"max_tokens\": 20, \"min_tokens\": 20, \"ignore_eos\": true"),
                line("default", COMPLETIONS, greedy + "\"ignore_eos\": true")));
    JsonNode stopped = choice(responses.get("stop"));
    assertThat(stopped.get("token_ids")).hasSize(firstAt + 1);
    assertThat(stopped.get("finish_reason").stringValue()).isEqualTo("stop");
    assertThat(stopped.get("stop_reason").intValue()).isEqualTo(last);
    assertThat(choice(responses.get("min")).get("token_ids")).hasSize(20);
    assertThat(choice(responses.get("default")).get("token_ids")).hasSize(16);
  }

  @Test
  void runBatch_failingLines_failAlone() throws IOException {
    String hi = "\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}], \"max_tokens\": 2";
    Map<String, JsonNode> responses =
        run(
            CommandRun.MODEL,
            List.of(
                line("good", CHAT, hi),
                line("long", COMPLETIONS, "\"prompt\": \"" + "the story ".repeat(400) + "\""),
                line("vocab", COMPLETIONS, "\"prompt\": [1, 99999999]"),
                line("second", COMPLETIONS, "\"prompt\": [[1], []], \"n\": 2"),
                line("template", CHAT, hi + ", \"chat_template\": \"{{ raise_exception('no') }}\""),
                line("url", "/v1/embeddings", hi),
                line("grammar", CHAT, hi + ", \"response_format\": {\"type\": \"json_object\"}"),
                line("last", CHAT, hi + ", \"logprobs\": true, \"top_logprobs\": 2")));
    assertThat(choice(responses.get("good")).get("finish_reason").stringValue()).isNotEmpty();
    assertThat(choice(responses.get("last")).get("logprobs").get("content")).isNotEmpty();
    assertThat(error(responses.get("long")).get("message").stringValue())
        .contains("line 2", "max_");
    assertThat(error(responses.get("vocab")).get("message").stringValue()).contains("99999999");
    assertThat(error(responses.get("second")).get("message").stringValue()).contains("token");
    assertThat(error(responses.get("template")).get("message").stringValue()).contains("no");
    assertThat(error(responses.get("url")).get("param").stringValue()).isEqualTo("url");
    assertThat(error(responses.get("grammar")).get("param").stringValue())
        .isEqualTo("response_format");
    assertThat(err).contains("8 requests: 2 succeeded, 6 failed");
  }

  @Test
  void runBatch_modelWithoutTokenizer_servesIdsWithAndWithoutDetokenizing() throws IOException {
    String ids = "\"prompt\": [3, 4, 5], \"max_tokens\": 3, \"return_token_ids\": true";
    Map<String, JsonNode> responses =
        run(
            CommandRun.MODEL_WITHOUT_TOKENIZER,
            List.of(
                line("without", COMPLETIONS, ids + ", \"detokenize\": false, \"logprobs\": 1"),
                line("absent", COMPLETIONS, ids + ", \"echo\": true, \"logprobs\": 1"),
                line("text", COMPLETIONS, "\"prompt\": \"a\""),
                line("stop", COMPLETIONS, ids + ", \"stop\": \"x\"")));
    for (String id : List.of("without", "absent")) {
      JsonNode choice = choice(responses.get(id));
      assertThat(choice.get("text").stringValue()).isEmpty();
      assertThat(choice.get("token_ids")).hasSize(3);
      assertThat(choice.get("logprobs").get("tokens").get(0).stringValue()).startsWith("token_id:");
    }
    assertThat(error(responses.get("text")).get("message").stringValue()).contains("tokenizer");
    assertThat(error(responses.get("stop")).get("message").stringValue()).contains("tokenizer");
  }

  @Test
  void runBatch_anyModelName_isAcceptedUnlessOneIsServed() throws IOException {
    List<String> lines =
        List.of(
            line("other", COMPLETIONS, "\"model\": \"no-such-model\", \"prompt\": \"a\""),
            line("same", COMPLETIONS, "\"model\": \"tiny\", \"prompt\": \"a\""),
            line("none", COMPLETIONS, "\"prompt\": \"a\""));
    run(CommandRun.MODEL, lines).values().forEach(RunBatchCommandTest::body);
    Map<String, JsonNode> strict = run(CommandRun.MODEL, lines, "--served-model-name", "tiny");
    assertThat(error(strict.get("other")).get("message").stringValue()).contains("no-such-model");
    assertThat(error(strict.get("other")).get("code").intValue()).isEqualTo(404);
    assertThat(body(strict.get("same")).get("model").stringValue()).isEqualTo("tiny");
    body(strict.get("none"));
  }

  @Test
  void runBatch_inputThatIsMissingOrEmpty_exitsWith1() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.jsonl"));
    for (Path input : List.of(empty, folder.resolve("missing.jsonl"))) {
      CommandRun run =
          CommandRun.withModel(
              CommandRun.MODEL,
              "run-batch",
              "-i",
              input.toString(),
              "-o",
              folder.resolve("out").toString());
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("error: ", input.getFileName().toString());
    }
  }

  @Test
  void runBatch_filesSeenElsewhere_answerWhatCanBeAnswered() throws IOException {
    Map<String, JsonNode> stream =
        run(CommandRun.MODEL, Goldens.require("cases/files/batch/stream_true.jsonl"));
    assertThat(error(stream.get("a")).get("param").stringValue()).isEqualTo("stream");
    body(stream.get("b"));
    run(CommandRun.MODEL, Goldens.require("cases/files/batch/all_good.jsonl"))
        .values()
        .forEach(RunBatchCommandTest::body);
    run(CommandRun.MODEL, Goldens.require("cases/files/batch/all_fail.jsonl"))
        .values()
        .forEach(
            line -> assertThat(error(line).get("param").stringValue()).isEqualTo("temperature"));
    for (String file : List.of("wrong_url", "mixed_urls")) {
      Path input = Goldens.require("cases/files/batch/" + file + ".jsonl");
      JsonNode last = List.copyOf(run(CommandRun.MODEL, input).values()).get(lines(input) - 1);
      assertThat(error(last).get("param").stringValue()).isEqualTo("url");
    }
  }

  private static int lines(Path file) throws IOException {
    return Files.readAllLines(file).size();
  }

  @Test
  void runBatch_bodiesThatNeedAnEngine_areAnsweredOrRefused() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String name :
        List.of("lone_surrogate", "stop_token_negative", "stop_token_out_of_vocab")) {
      String body = Files.readString(Goldens.require("cases/files/server/" + name + ".json"));
      lines.add(line(name, CHAT, body.replaceAll("\\s+", " ").strip().replaceAll("^\\{|}$", "")));
    }
    Map<String, JsonNode> responses = run(CommandRun.MODEL, lines);
    body(responses.get("lone_surrogate"));
    assertThat(error(responses.get("stop_token_negative")).get("message").stringValue())
        .contains("stop_token_ids");
    assertThat(error(responses.get("stop_token_out_of_vocab")).get("message").stringValue())
        .contains("99999999");
  }
}
