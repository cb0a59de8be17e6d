// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns OpenAI requests into prompts and parameters for an engine, and its outputs into OpenAI
 * responses. One thread.
 */
final class LocalRequests {
  private static final Logger LOG = LoggerFactory.getLogger(LocalRequests.class);

  private final LLMEngine engine;
  private final String modelName;
  private final boolean anyModel;
  private final SamplingParams defaults;
  private final Set<String> warnedOf = new HashSet<>();

  /**
   * @param engine renders prompts; not owned
   * @param modelName the name in responses
   * @param anyModel whether requests may name any model; otherwise this one, or none
   */
  LocalRequests(LLMEngine engine, String modelName, boolean anyModel) {
    this.engine = engine;
    this.modelName = modelName;
    this.anyModel = anyModel;
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
   * @throws ApiException if the request is malformed, or names an endpoint or a model that is not
   *     served
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
    check(request.fields());
    return new Prepared(
        request.prompts().stream().map(prompt -> render(prompt, request)).toList(),
        request.params(),
        RequestOptions.priority(request.fields().priority()),
        outputs -> CompletionResponse.of(request, outputs, modelName, created(), this::tokenText));
  }

  /** The ids of a prompt, and its text where that is to be echoed. */
  private Prompt.Tokens render(Prompt prompt, CompletionRequest request) {
    Prompt.Tokens rendered =
        engine.renderer().renderCompletion(prompt, tokenizeParams(request.fields()));
    Tokenizer tokenizer = engine.tokenizer().orElse(null);
    if (!request.echo() || rendered.text() != null || tokenizer == null) {
      return rendered;
    }
    String text = tokenizer.decode(rendered.ids(), request.params().skipSpecialTokens());
    return new Prompt.Tokens(rendered.ids(), text, rendered.cacheSalt());
  }

  private @Nullable String tokenText(int id) {
    return engine
        .tokenizer()
        .map(tokenizer -> tokenizer.decode(TokenIds.of(id), false))
        .orElse(null);
  }

  private void check(RequestFields fields) {
    String asked = fields.model();
    if (!anyModel && asked != null && !asked.equals(modelName)) {
      throw new ApiException(
          404, "the model is not served here: model=" + asked + ", expected " + modelName, "model");
    }
    List<String> unknown = fields.ignored().stream().filter(warnedOf::add).toList();
    if (!unknown.isEmpty()) {
      LOG.warn("request fields that nothing here knows are ignored: {}", unknown);
    }
  }

  private Prepared chat(ChatCompletionRequest request) {
    check(request.fields());
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
