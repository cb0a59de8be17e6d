// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.inputprocessor.ChatRequest;
import dev.javelin.inputprocessor.TokenizeParams;
import dev.javelin.inputprocessor.TokenizeParams.TruncationSide;
import dev.javelin.llmengine.LLMEngine;
import dev.javelin.llmengine.RequestOptions;
import dev.javelin.openaiprotocol.ApiException;
import dev.javelin.openaiprotocol.BatchLine;
import dev.javelin.openaiprotocol.ChatCompletionRequest;
import dev.javelin.openaiprotocol.ChatCompletionResponse;
import dev.javelin.openaiprotocol.CompletionRequest;
import dev.javelin.openaiprotocol.CompletionResponse;
import dev.javelin.openaiprotocol.RequestFields;
import java.util.List;
import java.util.function.Function;

/**
 * Turns OpenAI requests into prompts and parameters for an engine, and its outputs into OpenAI
 * responses.
 */
final class LocalRequests {
  private final LLMEngine engine;
  private final String modelName;
  private final SamplingParams defaults;

  LocalRequests(LLMEngine engine, String modelName) {
    this.engine = engine;
    this.modelName = modelName;
    // Without a limit of the model's own, each endpoint has its own default.
    this.defaults =
        engine
            .defaultSamplingParams()
            .with(p -> p.maxTokens(engine.defaultMaxTokens().orElse(null)));
  }

  /**
   * A request that the engine can take.
   *
   * @param prompts one or more
   * @param params the same for all of them
   * @param options the same for all of them
   * @param response makes the response's body of one final output a prompt
   */
  record Prepared(
      List<Prompt.Tokens> prompts,
      SamplingParams params,
      RequestOptions options,
      Function<List<RequestOutput>, Object> response) {}

  /**
   * @throws ApiException if the request is malformed or its endpoint is not served
   * @throws dev.javelin.engineapi.ValidationException if a value is out of range or a prompt does
   *     not fit
   */
  Prepared prepare(BatchLine line) {
    return switch (line.url()) {
      case "/v1/completions" -> completion(CompletionRequest.read(line.body(), defaults));
      case "/v1/chat/completions" -> chat(ChatCompletionRequest.read(line.body(), defaults));
      default ->
          throw ApiException.badRequest(
              "url must be /v1/completions or /v1/chat/completions: url=" + line.url(), "url");
    };
  }

  private Prepared completion(CompletionRequest request) {
    List<Prompt.Tokens> prompts =
        request.prompts().stream()
            .map(
                prompt ->
                    engine.renderer().renderCompletion(prompt, tokenizeParams(request.fields())))
            .toList();
    return new Prepared(
        prompts,
        request.params(),
        RequestOptions.priority(request.fields().priority()),
        outputs -> CompletionResponse.of(request, outputs, modelName, created()));
  }

  private Prepared chat(ChatCompletionRequest request) {
    ChatRequest conversation =
        new ChatRequest(
            request.messages(),
            request.chatTemplate(),
            null,
            request.addGenerationPrompt(),
            request.continueFinalMessage(),
            request.tools(),
            request.documents(),
            request.chatTemplateKwargs());
    Prompt.Tokens rendered =
        engine.renderer().renderChat(conversation, tokenizeParams(request.fields()));
    Prompt.Tokens salted =
        new Prompt.Tokens(rendered.ids(), rendered.text(), request.fields().cacheSalt());
    return new Prepared(
        List.of(salted),
        request.params(),
        RequestOptions.priority(request.fields().priority()),
        outputs -> ChatCompletionResponse.of(request, outputs.get(0), modelName, created()));
  }

  /** Truncation keeps the last tokens, as vLLM's server does. */
  private TokenizeParams tokenizeParams(RequestFields fields) {
    return new TokenizeParams(
        engine.maxModelLen(),
        0,
        fields.truncatePromptTokens(),
        TruncationSide.LEFT,
        false,
        fields.addSpecialTokens());
  }

  private static long created() {
    return System.currentTimeMillis() / 1000;
  }
}
