// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The body that answers {@code POST /v1/chat/completions}. */
public record ChatCompletionResponse(
    String id,
    String object,
    long created,
    @Nullable String model,
    List<Choice> choices,
    Usage usage,
    @JsonProperty("prompt_logprobs")
        @Nullable List<@Nullable Map<String, PromptLogprob>> promptLogprobs,
    @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("prompt_token_ids")
        @Nullable List<Integer> promptTokenIds) {

  /** Stands for a token that is not among its position's candidates. */
  private static final Logprob MASKED = new Logprob(Float.NEGATIVE_INFINITY, 0, null);

  /** One answer. */
  public record Choice(
      int index,
      Message message,
      @Nullable Logprobs logprobs,
      @JsonProperty("finish_reason") @Nullable String finishReason,
      @JsonProperty("stop_reason") @Nullable Object stopReason,
      @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("token_ids")
          @Nullable List<Integer> tokenIds) {}

  /** What the model says. */
  public record Message(String role, String content, @Nullable String refusal) {}

  /** Log-probabilities, one entry a token. */
  public record Logprobs(List<TokenEntry> content) {}

  /** A token and the likeliest ones at its place; bytes are those of its text, if it has one. */
  public record TokenEntry(
      String token,
      double logprob,
      @Nullable List<Integer> bytes,
      @JsonProperty("top_logprobs") List<TopEntry> topLogprobs) {}

  /** A candidate. */
  public record TopEntry(String token, double logprob, @Nullable List<Integer> bytes) {}

  /**
   * The answer to a request.
   *
   * @param output the final output
   * @param created seconds since the epoch
   * @throws ApiException with status 500 if a completion failed inside the engine
   */
  public static ChatCompletionResponse of(
      ChatCompletionRequest request, RequestOutput output, String model, long created) {
    boolean ids = request.fields().returnTokenIds();
    List<Choice> choices = new ArrayList<>();
    for (CompletionOutput completion : output.outputs()) {
      choices.add(
          new Choice(
              completion.index(),
              new Message("assistant", echo(request) + completion.text(), null),
              completion.logprobs() == null ? null : logprobs(request, completion),
              FinishFields.finishReason(completion),
              FinishFields.stopReason(completion),
              ids ? completion.tokenIds() : null));
    }
    return new ChatCompletionResponse(
        request.fields().requestId(),
        "chat.completion",
        created,
        model,
        choices,
        Usage.of(List.of(output)),
        PromptLogprob.of(output.promptLogprobs()),
        ids ? output.promptTokenIds() : null);
  }

  private static String echo(ChatCompletionRequest request) {
    if (!request.echo() || !request.continueFinalMessage()) {
      return "";
    }
    Object content = request.messages().get(request.messages().size() - 1).fields().get("content");
    return content instanceof String text ? text : "";
  }

  private static Logprobs logprobs(ChatCompletionRequest request, CompletionOutput completion) {
    int wanted = Objects.requireNonNullElse(request.params().logprobs(), 0);
    boolean asIds = request.fields().returnTokensAsTokenIds();
    List<TokenEntry> content = new ArrayList<>();
    List<Map<Integer, Logprob>> positions = Objects.requireNonNull(completion.logprobs());
    for (int i = 0; i < completion.tokenIds().size(); i++) {
      int id = completion.tokenIds().getInt(i);
      Map<Integer, Logprob> candidates = positions.get(i);
      List<TopEntry> top = new ArrayList<>();
      candidates.forEach((candidate, logprob) -> top.add(entry(candidate, logprob, asIds)));
      top.sort(Comparator.comparingDouble(TopEntry::logprob).reversed());
      int kept = wanted == -1 ? top.size() : Math.min(wanted, top.size());
      TopEntry chosen = entry(id, candidates.getOrDefault(id, MASKED), asIds);
      content.add(
          new TokenEntry(
              chosen.token(), chosen.logprob(), chosen.bytes(), List.copyOf(top.subList(0, kept))));
    }
    return new Logprobs(content);
  }

  private static TopEntry entry(int id, Logprob logprob, boolean asId) {
    return new TopEntry(
        TokenText.of(id, logprob, asId),
        PromptLogprob.finite(logprob.logprob()),
        bytes(logprob.decodedToken()));
  }

  private static @Nullable List<Integer> bytes(@Nullable String text) {
    if (text == null) {
      return null;
    }
    List<Integer> bytes = new ArrayList<>();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      bytes.add(b & 0xff);
    }
    return bytes;
  }
}
