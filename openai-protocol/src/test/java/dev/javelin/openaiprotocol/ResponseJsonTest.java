// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Outputs of the engine and the exact JSON that answers them. */
class ResponseJsonTest {
  private static ObjectNode body(String json) {
    return Json.readObject(json.getBytes(StandardCharsets.UTF_8));
  }

  private static CompletionOutput output(
      int index,
      String text,
      TokenIds ids,
      @Nullable List<Map<Integer, Logprob>> logprobs,
      FinishReason reason,
      @Nullable StopReason stopReason) {
    return new CompletionOutput(index, text, ids, null, logprobs, reason, stopReason);
  }

  private static RequestOutput answered(
      @Nullable List<@Nullable Map<Integer, Logprob>> promptLogprobs, CompletionOutput... outputs) {
    return new RequestOutput(
        "0", "ab", TokenIds.of(4, 5), promptLogprobs, List.of(outputs), true, null, 0);
  }

  /** The sampled token first, as the engine gives them. */
  private static Map<Integer, Logprob> candidates(
      int id, @Nullable String text, float logprob, int otherId, String other, float otherLogprob) {
    Map<Integer, Logprob> candidates = new LinkedHashMap<>();
    candidates.put(id, new Logprob(logprob, 2, text));
    candidates.put(otherId, new Logprob(otherLogprob, 1, other));
    return candidates;
  }

  private static String completion(String members, RequestOutput... outputs) {
    CompletionRequest request =
        CompletionRequest.read(
            body("{\"prompt\": \"ab\", \"request_id\": \"r\"" + members + "}"),
            SamplingParams.defaults());
    return Json.write(
        CompletionResponse.of(request, List.of(outputs), "m", 12, id -> id == 4 ? "a" : null));
  }

  private static String chat(String members, RequestOutput output) {
    ChatCompletionRequest request =
        ChatCompletionRequest.read(
            body(
                "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}, {\"role\":"
                    + " \"assistant\", \"content\": \"so \"}], \"request_id\": \"r\""
                    + members
                    + "}"),
            SamplingParams.defaults());
    return Json.write(ChatCompletionResponse.of(request, output, "m", 12));
  }

  @Test
  void completion_plain_hasNoIdsAndNullLogprobs() {
    RequestOutput output =
        answered(null, output(0, "xy", TokenIds.of(6, 7), null, FinishReason.LENGTH, null));
    assertThat(completion("", output))
        .isEqualTo(
            "{\"id\":\"cmpl-r\",\"object\":\"text_completion\",\"created\":12,\"model\":\"m\","
                + "\"choices\":[{\"index\":0,\"text\":\"xy\",\"logprobs\":null,"
                + "\"finish_reason\":\"length\",\"stop_reason\":null,\"prompt_logprobs\":null}],"
                + "\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":2,\"total_tokens\":4}}");
  }

  @Test
  void completion_severalPromptsAndCompletions_areNumberedThrough() {
    CompletionOutput first = output(0, "x", TokenIds.of(6), null, FinishReason.STOP, null);
    CompletionOutput second =
        output(1, "y", TokenIds.of(7, 8), null, FinishReason.STOP, new StopReason.Text("end"));
    String json =
        completion(
            ", \"return_token_ids\": true", answered(null, first, second), answered(null, second));
    assertThat(json)
        .contains(
            "{\"index\":0,\"text\":\"x\",\"logprobs\":null,\"finish_reason\":\"stop\","
                + "\"stop_reason\":null,\"token_ids\":[6],\"prompt_logprobs\":null,"
                + "\"prompt_token_ids\":[4,5]}",
            "{\"index\":1,\"text\":\"y\",\"logprobs\":null,\"finish_reason\":\"stop\","
                + "\"stop_reason\":\"end\",\"token_ids\":[7,8],",
            "{\"index\":2,\"text\":\"y\",",
            "\"usage\":{\"prompt_tokens\":4,\"completion_tokens\":5,\"total_tokens\":9}");
  }

  @Test
  void completion_stoppedByATokenId_namesIt() {
    RequestOutput output =
        answered(
            null, output(0, "", TokenIds.of(9), null, FinishReason.STOP, new StopReason.Token(9)));
    assertThat(completion("", output)).contains("\"stop_reason\":9,");
  }

  @Test
  void completion_logprobs_haveOffsetsInCodePointsAndNoInfinity() {
    List<Map<Integer, Logprob>> logprobs =
        List.of(
            candidates(6, "\ud83d\ude00", -1.5f, 8, "z", -0.1f),
            candidates(7, "y", Float.NEGATIVE_INFINITY, 8, "z", 0f));
    RequestOutput output =
        answered(null, output(0, "", TokenIds.of(6, 7), logprobs, FinishReason.LENGTH, null));
    assertThat(completion(", \"logprobs\": 1", output))
        .contains(
            "\"logprobs\":{\"text_offset\":[0,1],\"token_logprobs\":[-1.5,-9999.0],"
                + "\"tokens\":[\"\ud83d\ude00\",\"y\"],\"top_logprobs\":[{\"\ud83d\ude00\":-1.5,"
                + "\"z\":-0.1},{\"y\":-9999.0,\"z\":0.0}]}");
  }

  @Test
  void completion_echoWithLogprobs_beginsWithThePrompt() {
    List<@Nullable Map<Integer, Logprob>> promptLogprobs =
        Arrays.asList(null, candidates(5, "b", -2f, 8, "z", -1f));
    List<Map<Integer, Logprob>> logprobs = List.of(candidates(6, "x", -3f, 8, "z", -1f));
    RequestOutput output =
        answered(
            promptLogprobs, output(0, "x", TokenIds.of(6), logprobs, FinishReason.LENGTH, null));
    assertThat(completion(", \"logprobs\": 1, \"echo\": true", output))
        .contains(
            "\"text\":\"abx\",\"logprobs\":{\"text_offset\":[0,1,2],"
                + "\"token_logprobs\":[null,-2.0,-3.0],\"tokens\":[\"a\",\"b\",\"x\"],"
                + "\"top_logprobs\":[null,{\"b\":-2.0,\"z\":-1.0},{\"x\":-3.0,\"z\":-1.0}]}",
            "\"prompt_logprobs\":[null,{\"5\":{\"logprob\":-2.0,\"rank\":2,\"decoded_token\":\"b\"},"
                + "\"8\":{\"logprob\":-1.0,\"rank\":1,\"decoded_token\":\"z\"}}]");
  }

  @Test
  void completion_echoOfZeroTokens_showsThePromptOnly() {
    RequestOutput output =
        answered(null, output(0, "x", TokenIds.of(6), null, FinishReason.LENGTH, null));
    assertThat(
            completion(", \"max_tokens\": 0, \"echo\": true, \"return_token_ids\": true", output))
        .contains("\"text\":\"ab\",", "\"token_ids\":[],", "\"completion_tokens\":0,");
  }

  @Test
  void completion_tokensAsTokenIds_keepsTheOffsetsOfTheText() {
    List<Map<Integer, Logprob>> logprobs =
        List.of(candidates(6, "xyz", -3f, 8, "z", -1f), candidates(7, "y", -3f, 8, "z", -1f));
    RequestOutput output =
        answered(null, output(0, "xyzy", TokenIds.of(6, 7), logprobs, FinishReason.LENGTH, null));
    assertThat(completion(", \"logprobs\": 1, \"return_tokens_as_token_ids\": true", output))
        .contains(
            "\"text_offset\":[0,3],",
            "\"tokens\":[\"token_id:6\",\"token_id:7\"],",
            "{\"token_id:6\":-3.0,\"token_id:8\":-1.0}");
  }

  @Test
  void completion_nothingDetokenized_namesTokensById() {
    List<Map<Integer, Logprob>> logprobs = List.of(Map.of(6, new Logprob(-3f, 1, null)));
    RequestOutput output =
        answered(null, output(0, "", TokenIds.of(6), logprobs, FinishReason.LENGTH, null));
    assertThat(completion(", \"logprobs\": 0, \"detokenize\": false", output))
        .contains("\"text\":\"\",", "\"tokens\":[\"token_id:6\"]");
  }

  @Test
  void chat_plain_isAMessage() {
    RequestOutput output =
        answered(null, output(0, "xy", TokenIds.of(6, 7), null, FinishReason.STOP, null));
    assertThat(chat("", output))
        .isEqualTo(
            "{\"id\":\"chatcmpl-r\",\"object\":\"chat.completion\",\"created\":12,\"model\":\"m\","
                + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"xy\","
                + "\"refusal\":null},\"logprobs\":null,\"finish_reason\":\"stop\","
                + "\"stop_reason\":null}],\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":2,"
                + "\"total_tokens\":4},\"prompt_logprobs\":null}");
  }

  @Test
  void chat_logprobs_areSortedAndHaveBytes() {
    List<Map<Integer, Logprob>> logprobs = List.of(candidates(6, "\u00e9", -3f, 8, "z", -1f));
    RequestOutput output =
        answered(null, output(0, "\u00e9", TokenIds.of(6), logprobs, FinishReason.STOP, null));
    assertThat(chat(", \"logprobs\": true, \"top_logprobs\": " + 2, output))
        .contains(
            "\"logprobs\":{\"content\":[{\"token\":\"\u00e9\",\"logprob\":-3.0,\"bytes\":[195,169],"
                + "\"top_logprobs\":[{\"token\":\"z\",\"logprob\":-1.0,\"bytes\":[122]},"
                + "{\"token\":\"\u00e9\",\"logprob\":-3.0,\"bytes\":[195,169]}]}]}");
    assertThat(chat(", \"logprobs\": true, \"top_logprobs\": 1", output))
        .contains("\"top_logprobs\":[{\"token\":\"z\",\"logprob\":-1.0,\"bytes\":[122]}]");
    assertThat(chat(", \"logprobs\": true", output)).contains("\"top_logprobs\":[]");
  }

  @Test
  void chat_tokensAsTokenIds_keepTheBytesOfTheirText() {
    List<Map<Integer, Logprob>> logprobs = List.of(Map.of(6, new Logprob(-3f, 1, "x")));
    RequestOutput output =
        answered(null, output(0, "x", TokenIds.of(6), logprobs, FinishReason.STOP, null));
    assertThat(
            chat(
                ", \"logprobs\": true, \"return_tokens_as_token_ids\": true,"
                    + " \"return_token_ids\": true",
                output))
        .contains(
            "{\"token\":\"token_id:6\",\"logprob\":-3.0,\"bytes\":[120],",
            "\"token_ids\":[6]",
            "\"prompt_token_ids\":[4,5]");
  }

  @Test
  void chat_nothingDetokenized_hasNullBytes() {
    List<Map<Integer, Logprob>> logprobs = List.of(Map.of(6, new Logprob(-3f, 1, null)));
    RequestOutput output =
        answered(null, output(0, "", TokenIds.of(6), logprobs, FinishReason.STOP, null));
    assertThat(chat(", \"logprobs\": true", output))
        .contains("{\"token\":\"token_id:6\",\"logprob\":-3.0,\"bytes\":null,");
  }

  @Test
  void chat_echoOfAContinuedMessage_beginsWithIt() {
    RequestOutput output =
        answered(null, output(0, "xy", TokenIds.of(6), null, FinishReason.STOP, null));
    assertThat(chat(", \"echo\": true, \"continue_final_message\": true", output))
        .contains("\"content\":\"so xy\"");
  }

  @Test
  void response_completionFailedInTheEngine_isAServerError() {
    RequestOutput output =
        answered(
            null,
            output(0, "", TokenIds.empty(), null, FinishReason.ERROR, new StopReason.Text("boom")));
    assertThatThrownBy(() -> completion("", output))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.error().code()).isEqualTo(500);
              assertThat(e.error().type()).isEqualTo("InternalServerError");
              assertThat(e).hasMessageContaining("boom");
            });
    assertThatThrownBy(() -> chat("", output)).isInstanceOf(ApiException.class);
  }

  @Test
  void write_halvesOfSurrogatePairs_areEscaped() {
    assertThat(Json.write(Map.of("a", "x\ud83d y\ude00 \ud83d\ude00")))
        .isEqualTo("{\"a\":\"x\\ud83d y\\ude00 \ud83d\ude00\"}");
  }

  @Test
  void batchLine_failed_repeatsTheErrorWhereBatchToolsLook() {
    String json =
        Json.write(
            BatchResponseLine.failed("a", new ErrorObject("bad", "BadRequestError", "n", 400)));
    String error =
        "{\"message\":\"bad\",\"type\":\"BadRequestError\",\"param\":\"n\",\"code\":400}";
    assertThat(json)
        .contains(
            "\"custom_id\":\"a\",\"response\":{\"status_code\":400,",
            "\"body\":{\"error\":" + error + "}},\"error\":" + error + "}");
  }

  @Test
  void error_ofAnythingThrown_hasAStatus() {
    assertThat(ErrorObject.of(new UnsupportedOperationException("no lora")))
        .isEqualTo(new ErrorObject("no lora", "NotImplementedError", null, 501));
    assertThat(ErrorObject.of(new IllegalStateException("x")).code()).isEqualTo(500);
    assertThat(ErrorObject.of(new ApiException(404, "m", "model")).type())
        .isEqualTo("NotFoundError");
  }
}
