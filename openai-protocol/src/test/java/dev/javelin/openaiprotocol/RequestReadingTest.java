// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RepetitionDetection;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestReadingTest {
  /** What a model without a generation config of its own gives. */
  private static final SamplingParams DEFAULTS =
      SamplingParams.defaults().with(p -> p.maxTokens(null));

  private static CompletionRequest completion(String members) {
    return completion(members, DEFAULTS);
  }

  private static CompletionRequest completion(String members, SamplingParams defaults) {
    return CompletionRequest.read(
        Json.readObject(("{" + members + "}").getBytes(StandardCharsets.UTF_8)), defaults);
  }

  private static ChatCompletionRequest chat(String members) {
    String body = "{\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]" + members + "}";
    return ChatCompletionRequest.read(
        Json.readObject(body.getBytes(StandardCharsets.UTF_8)), DEFAULTS);
  }

  @Test
  void completion_onlyAPrompt_hasVllmsDefaults() {
    CompletionRequest request = completion("\"prompt\": \"a\"");
    assertThat(request.prompts()).containsExactly(Prompt.text("a"));
    assertThat(request.params())
        .isEqualTo(
            SamplingParams.defaults()
                .with(p -> p.maxTokens(16).outputKind(RequestOutputKind.FINAL_ONLY)));
    assertThat(request.fields().requestId()).startsWith("cmpl-");
    assertThat(request.fields().addSpecialTokens()).isTrue();
    assertThat(request.fields().ignored()).isEmpty();
  }

  @Test
  void chat_onlyMessages_hasNoLimitOfItsOwnAndNoAddedTokens() {
    ChatCompletionRequest request = chat("");
    assertThat(request.params().maxTokens()).isNull();
    assertThat(request.fields().requestId()).startsWith("chatcmpl-");
    assertThat(request.fields().addSpecialTokens()).isFalse();
    assertThat(request.addGenerationPrompt()).isTrue();
  }

  @Test
  void completion_modelHasDefaults_theyStandInForAbsentFields() {
    SamplingParams defaults =
        SamplingParams.builder().temperature(0.5).topK(7).topP(0.8).maxTokens(99).build();
    SamplingParams params =
        completion("\"prompt\": \"a\", \"top_p\": 0.3, \"top_k\": null", defaults).params();
    assertThat(params.temperature()).isEqualTo(0.5);
    assertThat(params.topK()).isEqualTo(7);
    assertThat(params.topP()).isEqualTo(0.3);
    assertThat(params.maxTokens()).isEqualTo(99);
  }

  @Test
  void completion_everyForm_ofPrompt() {
    assertThat(completion("\"prompt\": [\"a\", \"b\"]").prompts())
        .containsExactly(Prompt.text("a"), Prompt.text("b"));
    assertThat(completion("\"prompt\": [1, 2.0]").prompts()).containsExactly(Prompt.tokens(1, 2));
    assertThat(completion("\"prompt\": [[1], [2, 3]]").prompts())
        .containsExactly(Prompt.tokens(1), Prompt.tokens(2, 3));
    assertThat(completion("\"prompt\": \"a\", \"cache_salt\": \"s\"").prompts())
        .containsExactly(new Prompt.Text("a", "s"));
  }

  @Test
  void completion_everySamplingField_arrives() {
    SamplingParams params =
        completion(
                """
                "prompt": "a", "n": 2, "temperature": 0.7, "top_p": 0.9, "top_k": 5, "min_p": 0.1,
                "presence_penalty": 0.5, "frequency_penalty": -0.5, "repetition_penalty": 1.2,
                "seed": -9223372036854775808, "stop": "end", "stop_token_ids": [3],
                "bad_words": ["no"], "allowed_token_ids": [1, 2, 3],
                "logit_bias": {"1": 500, "2": -500, "3": 0.5}, "ignore_eos": true, "max_tokens": 9,
                "min_tokens": 2, "logprobs": 3, "prompt_logprobs": -1,
                "skip_special_tokens": false, "spaces_between_special_tokens": false,
                "include_stop_str_in_output": true,
                "repetition_detection": {"max_pattern_size": 4, "min_count": 3}
                """)
            .params();
    assertThat(params)
        .isEqualTo(
            SamplingParams.builder()
                .n(2)
                .temperature(0.7)
                .topP(0.9)
                .topK(5)
                .minP(0.1)
                .presencePenalty(0.5)
                .frequencyPenalty(-0.5)
                .repetitionPenalty(1.2)
                .seed(Long.MIN_VALUE)
                .stop(List.of("end"))
                .stopTokenIds(List.of(3))
                .badWords(List.of("no"))
                .allowedTokenIds(List.of(1, 2, 3))
                .logitBias(Map.of(1, 100.0, 2, -100.0, 3, 0.5))
                .ignoreEos(true)
                .maxTokens(9)
                .minTokens(2)
                .logprobs(3)
                .promptLogprobs(-1)
                .skipSpecialTokens(false)
                .spacesBetweenSpecialTokens(false)
                .includeStopStrInOutput(true)
                .repetitionDetection(new RepetitionDetection(4, 0, 3))
                .outputKind(RequestOutputKind.FINAL_ONLY)
                .build());
  }

  @Test
  void completion_otherFields_arrive() {
    RequestFields fields =
        completion(
                """
                "prompt": "a", "model": "m", "request_id": "r", "priority": -3,
                "truncate_prompt_tokens": -1, "add_special_tokens": false,
                "return_token_ids": true, "return_tokens_as_token_ids": true, "detokenize": false
                """)
            .fields();
    assertThat(fields)
        .isEqualTo(new RequestFields("m", "cmpl-r", -3, null, -1, false, true, true, List.of()));
  }

  @Test
  void completion_echoWithLogprobs_asksForThePromptsToo() {
    SamplingParams params =
        completion("\"prompt\": \"a\", \"echo\": true, \"logprobs\": 2").params();
    assertThat(params.promptLogprobs()).isEqualTo(2);
  }

  @Test
  void completion_echoOfZeroTokens_generatesOneThatIsNotShown() {
    CompletionRequest request = completion("\"prompt\": \"a\", \"echo\": true, \"max_tokens\": 0");
    assertThat(request.echoOnly()).isTrue();
    assertThat(request.params().maxTokens()).isEqualTo(1);
  }

  @Test
  void completion_zeroTokensWithoutEcho_isRefused() {
    assertThatThrownBy(() -> completion("\"prompt\": \"a\", \"max_tokens\": 0"))
        .hasMessageContaining("max_tokens=0");
  }

  @Test
  void chat_maxCompletionTokens_winsOverMaxTokens() {
    assertThat(chat(", \"max_tokens\": 5, \"max_completion_tokens\": 7").params().maxTokens())
        .isEqualTo(7);
    assertThat(chat(", \"max_tokens\": 5").params().maxTokens()).isEqualTo(5);
  }

  @Test
  void chat_logprobs_combineTwoFields() {
    assertThat(chat(", \"logprobs\": true").params().logprobs()).isZero();
    assertThat(chat(", \"logprobs\": true, \"top_logprobs\": 4").params().logprobs()).isEqualTo(4);
    assertThat(chat(", \"logprobs\": false, \"top_logprobs\": 0").params().logprobs()).isNull();
  }

  @Test
  void chat_continueFinalMessage_turnsTheGenerationPromptOff() {
    ChatCompletionRequest request = chat(", \"continue_final_message\": true");
    assertThat(request.continueFinalMessage()).isTrue();
    assertThat(request.addGenerationPrompt()).isFalse();
  }

  @Test
  void chat_templateFields_arrive() {
    ChatCompletionRequest request =
        chat(
            ", \"tools\": [{\"type\": \"function\"}], \"tool_choice\": \"auto\","
                + " \"documents\": [{\"text\": \"d\"}], \"chat_template\": \"t\","
                + " \"chat_template_kwargs\": {\"a\": [1, null]}, \"reasoning_effort\": \"low\"");
    assertThat(request.tools()).containsExactly(Map.of("type", "function"));
    assertThat(request.documents()).containsExactly(Map.of("text", "d"));
    assertThat(request.chatTemplate()).isEqualTo("t");
    assertThat(request.chatTemplateKwargs())
        .containsEntry("reasoning_effort", "low")
        .containsKey("a");
  }

  @Test
  void chat_toolChoiceNone_hidesTheTools() {
    assertThat(chat(", \"tools\": [{}], \"tool_choice\": \"none\"").tools()).isNull();
  }

  @Test
  void chat_toolCallArguments_becomeObjects() {
    String body =
        "{\"messages\": [{\"role\": \"assistant\", \"content\": null, \"tool_calls\": [{\"id\":"
            + " \"1\", \"function\": {\"name\": \"f\", \"arguments\": \"{\\\"x\\\": 1}\"}}]},"
            + " {\"role\": \"assistant\", \"content\": \"a\", \"tool_calls\": []}]}";
    ChatCompletionRequest request =
        ChatCompletionRequest.read(
            Json.readObject(body.getBytes(StandardCharsets.UTF_8)), DEFAULTS);
    assertThat(request.messages().get(0).fields())
        .containsEntry(
            "tool_calls",
            List.of(
                Map.of("id", "1", "function", Map.of("name", "f", "arguments", Map.of("x", 1)))));
    assertThat(request.messages().get(1).fields()).doesNotContainKey("tool_calls");
  }

  @Test
  void read_unknownFields_areIgnoredAndNamed() {
    assertThat(completion("\"prompt\": \"a\", \"zebra\": 1, \"yak\": null").fields().ignored())
        .containsExactly("zebra", "yak");
    assertThat(chat(", \"zebra\": 1").fields().ignored()).containsExactly("zebra");
  }

  @Test
  void read_knownFieldsThatAskForNothing_areNeitherRefusedNorNamed() {
    RequestFields fields =
        completion(
                """
                "prompt": "a", "user": "u", "suffix": "", "best_of": 1, "use_beam_search": false,
                "response_format": {"type": "text"}, "stream": false, "structured_outputs": null,
                "length_penalty": 1.0, "metadata": {"a": "b"}
                """)
            .fields();
    assertThat(fields.ignored()).isEmpty();
  }
}
