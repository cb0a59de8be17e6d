// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.javelin.engineapi.SamplingParams;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field, with a value that it cannot have: the error object names the field. */
class RequestFieldTypesTest {
  private static final String MESSAGES =
      "\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]";

  private static ErrorObject completionError(String members) {
    return error(
        catchThrowable(
            () ->
                CompletionRequest.read(
                    Json.readObject(("{" + members + "}").getBytes(StandardCharsets.UTF_8)),
                    SamplingParams.defaults())));
  }

  private static ErrorObject chatError(String members) {
    return error(
        catchThrowable(
            () ->
                ChatCompletionRequest.read(
                    Json.readObject(("{" + members + "}").getBytes(StandardCharsets.UTF_8)),
                    SamplingParams.defaults())));
  }

  private static ErrorObject error(Throwable fault) {
    assertThat(fault).isNotNull();
    return ErrorObject.of(fault);
  }

  private static void assertNames(ErrorObject error, String field) {
    assertThat(error.code()).as(error.message()).isEqualTo(400);
    assertThat(error.type()).isEqualTo("BadRequestError");
    assertThat(error.message()).contains(field);
    assertThat(error.param()).isEqualTo(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n | \"two\"",
        "n | 1.5",
        "n | 0",
        "n | 20000",
        "temperature | \"hot\"",
        "temperature | [1]",
        "temperature | -1",
        "temperature | 2.5",
        "temperature | 1e999",
        "top_p | {}",
        "top_p | 2",
        "top_p | 0",
        "min_p | true",
        "min_p | -0.1",
        "top_k | 0.5",
        "top_k | -2",
        "presence_penalty | \"\"",
        "presence_penalty | 3",
        "frequency_penalty | []",
        "frequency_penalty | -3",
        "repetition_penalty | \"1\"",
        "repetition_penalty | 0",
        "seed | 1.5",
        "seed | 9223372036854775808",
        "stop | 5",
        "stop | [1]",
        "stop_token_ids | 5",
        "stop_token_ids | [\"a\"]",
        "stop_token_ids | [4294967296]",
        "bad_words | [1]",
        "allowed_token_ids | \"1\"",
        "allowed_token_ids | []",
        "logit_bias | [1]",
        "logit_bias | {\"a\": 1}",
        "logit_bias | {\"1\": \"b\"}",
        "ignore_eos | 1",
        "min_tokens | \"1\"",
        "min_tokens | -1",
        "max_tokens | \"ten\"",
        "max_tokens | -1",
        "prompt_logprobs | true",
        "prompt_logprobs | -2",
        "logprob_token_ids | 1",
        "detokenize | \"no\"",
        "skip_special_tokens | 0",
        "spaces_between_special_tokens | \"\"",
        "include_stop_str_in_output | 1",
        "repetition_detection | 1",
        "repetition_detection.min_count | {\"min_count\": \"a\"}",
        "echo | 1",
        "model | 1",
        "request_id | 1",
        "priority | \"high\"",
        "cache_salt | 1",
        "cache_salt | \"\"",
        "truncate_prompt_tokens | \"all\"",
        "add_special_tokens | 1",
        "return_token_ids | 1",
        "return_tokens_as_token_ids | \"yes\"",
        "stream | 1",
        "stream | true",
        "stream_options | {}",
      })
  void read_unusableValueOfASharedField_namesIt(String field, String value) {
    String member = "\"" + field.replaceFirst("\\..*", "") + "\": " + value;
    assertNames(completionError("\"prompt\": \"x\", " + member), field);
    assertNames(chatError(MESSAGES + ", " + member), field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prompt | 5",
        "prompt | []",
        "prompt | {}",
        "prompt | [\"a\", 1]",
        "prompt | [1, \"a\"]",
        "prompt | [[1], \"a\"]",
        "prompt | [[1.5]]",
        "prompt | [4294967296]",
        "prompt | null",
        "logprobs | true",
        "logprobs | -2",
      })
  void read_unusableValueOfACompletion_namesIt(String field, String value) {
    String prompt = field.equals("prompt") ? "" : "\"prompt\": \"x\", ";
    assertNames(completionError(prompt + "\"" + field + "\": " + value), field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logprobs | 1",
        "top_logprobs | \"a\"",
        "top_logprobs | 2",
        "max_completion_tokens | \"a\"",
        "tools | {}",
        "tools | []",
        "tools | [1]",
        "tool_choice | 1",
        "tool_choice | \"required\"",
        "tool_choice | {\"type\": \"function\"}",
        "documents | \"a\"",
        "chat_template | 1",
        "chat_template_kwargs | []",
        "reasoning_effort | 1",
        "add_generation_prompt | 1",
        "continue_final_message | 1",
        "messages | []",
        "messages | \"hi\"",
        "messages | null",
        "messages[0].role | [{\"content\": \"x\"}]",
        "messages[0].role | [{\"role\": 1, \"content\": \"x\"}]",
        "messages[0].content | [{\"role\": \"user\", \"content\": 5}]",
        "messages[0].content[0] | [{\"role\": \"user\", \"content\": [{\"type\": \"image_url\"}]}]",
        "messages[0].tool_calls[0] | [{\"role\": \"assistant\", \"tool_calls\": [1]}]",
        "messages[0].tool_calls[0].function.arguments | [{\"role\": \"assistant\", \"tool_calls\":"
            + " [{\"function\": {\"name\": \"f\", \"arguments\": \"{\"}}]}]",
      })
  void read_unusableValueOfAChat_namesIt(String field, String value) {
    String name = field.replaceFirst("\\[.*", "");
    String messages = name.equals("messages") ? "" : MESSAGES + ", ";
    assertNames(chatError(messages + "\"" + name + "\": " + value), field);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"add_generation_prompt\": true, \"continue_final_message\": true",
        "\"max_completion_tokens\": 0",
        "\"max_tokens\": 0"
      })
  void read_chatThatContradictsItself_isRefused(String members) {
    assertThat(chatError(MESSAGES + ", " + members).code()).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "suffix | \"end\"",
        "best_of | 2",
        "use_beam_search | true",
        "response_format | {\"type\": \"json_object\"}",
        "structured_outputs | {\"json\": {}}",
        "guided_json | {}",
        "prompt_embeds | \"AA==\"",
        "kv_transfer_params | {}",
        "thinking_token_budget | 5",
        "functions | []",
        "modalities | [\"audio\"]",
      })
  void read_featureThatIsNotBuilt_isRefusedByName(String field, String value) {
    String member = "\"" + field + "\": " + value;
    assertNames(completionError("\"prompt\": \"x\", " + member), field);
    assertNames(chatError(MESSAGES + ", " + member), field);
  }
}
