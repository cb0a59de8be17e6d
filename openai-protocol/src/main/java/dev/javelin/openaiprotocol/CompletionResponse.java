// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body that answers {@code POST /v1/completions}. */
public record CompletionResponse(
    String id,
    String object,
    long created,
    @Nullable String model,
    List<Choice> choices,
    Usage usage) {

  /** One completion of one prompt. */
  public record Choice(
      int index,
      String text,
      @Nullable Logprobs logprobs,
      @JsonProperty("finish_reason") @Nullable String finishReason,
      @JsonProperty("stop_reason") @Nullable Object stopReason,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("token_ids")
          @Nullable List<Integer> tokenIds,
      @JsonProperty("prompt_logprobs")
          @Nullable List<@Nullable Map<String, PromptLogprob>> promptLogprobs,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("prompt_token_ids")
          @Nullable List<Integer> promptTokenIds) {}

  /** Log-probabilities, one entry a token. */
  public record Logprobs(
      @JsonProperty("text_offset") List<Integer> textOffset,
      @JsonProperty("token_logprobs") List<@Nullable Double> tokenLogprobs,
      List<String> tokens,
      @JsonProperty("top_logprobs") List<@Nullable Map<String, Double>> topLogprobs) {}

  /**
   * The answer to a request.
   *
   * @param outputs one final output a prompt, in order
   * @param created seconds since the epoch
   * @throws ApiException with status 500 if a completion failed inside the engine
   */
  public static CompletionResponse of(
      CompletionRequest request, List<RequestOutput> outputs, String model, long created) {
    List<Choice> choices = new ArrayList<>();
    for (RequestOutput output : outputs) {
      for (CompletionOutput completion : output.outputs()) {
        choices.add(choice(request, output, completion, choices.size()));
      }
    }
    return new CompletionResponse(
        request.fields().requestId(),
        "text_completion",
        created,
        model,
        choices,
        Usage.of(outputs));
  }

  private static Choice choice(
      CompletionRequest request, RequestOutput output, CompletionOutput completion, int index) {
    String prompt = request.echo() && output.prompt() != null ? output.prompt() : "";
    boolean ids = request.fields().returnTokenIds();
    return new Choice(
        index,
        request.echoOnly() ? prompt : prompt + completion.text(),
        request.params().logprobs() == null ? null : logprobs(request, output, completion),
        FinishFields.finishReason(completion),
        FinishFields.stopReason(completion),
        ids ? completion.tokenIds() : null,
        PromptLogprob.of(output.promptLogprobs()),
        ids ? output.promptTokenIds() : null);
  }

  private static Logprobs logprobs(
      CompletionRequest request, RequestOutput output, CompletionOutput completion) {
    Logprobs result =
        new Logprobs(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    int offset = 0;
    if (request.echo() && output.promptLogprobs() != null) {
      for (int i = 0; i < output.promptTokenIds().size(); i++) {
        offset =
            add(result, output.promptTokenIds().getInt(i), output.promptLogprobs().get(i), offset);
      }
    }
    if (!request.echoOnly() && completion.logprobs() != null) {
      for (int i = 0; i < completion.tokenIds().size(); i++) {
        offset = add(result, completion.tokenIds().getInt(i), completion.logprobs().get(i), offset);
      }
    }
    return result;
  }

  private static int add(
      Logprobs to, int id, @Nullable Map<Integer, Logprob> candidates, int offset) {
    String token = "token_id:" + id;
    if (candidates == null) {
      to.tokenLogprobs().add(null);
      to.topLogprobs().add(null);
    } else {
      Logprob chosen = candidates.get(id);
      token = chosen == null || chosen.decodedToken() == null ? token : chosen.decodedToken();
      to.tokenLogprobs()
          .add(chosen == null ? PromptLogprob.LOWEST : PromptLogprob.finite(chosen.logprob()));
      Map<String, Double> top = new LinkedHashMap<>();
      candidates.forEach(
          (candidate, logprob) ->
              top.putIfAbsent(
                  logprob.decodedToken() == null ? "token_id:" + candidate : logprob.decodedToken(),
                  PromptLogprob.finite(logprob.logprob())));
      to.topLogprobs().add(top);
    }
    to.tokens().add(token);
    to.textOffset().add(offset);
    return offset + token.length();
  }
}
