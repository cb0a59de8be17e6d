// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.RequestOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
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
   * @param tokenText the text of a single token, for a prompt's first one: it has no
   *     log-probability that could bring its text; null where there is none
   * @throws ApiException with status 500 if a completion failed inside the engine
   */
  public static CompletionResponse of(
      CompletionRequest request,
      List<RequestOutput> outputs,
      String model,
      long created,
      IntFunction<@Nullable String> tokenText) {
    List<Choice> choices = new ArrayList<>();
    for (RequestOutput output : outputs) {
      for (CompletionOutput completion : output.outputs()) {
        choices.add(choice(request, output, completion, choices.size(), tokenText));
      }
    }
    Usage usage = Usage.of(outputs);
    return new CompletionResponse(
        request.fields().requestId(),
        "text_completion",
        created,
        model,
        choices,
        request.echoOnly() ? usage.ofPrompt() : usage);
  }

  private static Choice choice(
      CompletionRequest request,
      RequestOutput output,
      CompletionOutput completion,
      int index,
      IntFunction<@Nullable String> tokenText) {
    String prompt = request.echo() && output.prompt() != null ? output.prompt() : "";
    boolean ids = request.fields().returnTokenIds();
    List<Integer> generated = request.echoOnly() ? List.of() : completion.tokenIds();
    Logprobs logprobs = null;
    if (request.params().logprobs() != null) {
      CompletionLogprobs builder =
          new CompletionLogprobs(request.fields().returnTokensAsTokenIds(), tokenText);
      if (request.echo()) {
        builder.addAll(output.promptTokenIds(), output.promptLogprobs());
      }
      builder.addAll(generated, completion.logprobs());
      logprobs = builder.build();
    }
    return new Choice(
        index,
        request.echoOnly() ? prompt : prompt + completion.text(),
        logprobs,
        FinishFields.finishReason(completion),
        FinishFields.stopReason(completion),
        ids ? generated : null,
        PromptLogprob.of(output.promptLogprobs()),
        ids ? output.promptTokenIds() : null);
  }
}
