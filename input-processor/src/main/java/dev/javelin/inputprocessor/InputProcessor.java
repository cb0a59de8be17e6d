// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks a request against the model and makes what the core runs. A request that gets through can
 * neither harm the core nor wait for ever. Safe for many threads.
 */
public final class InputProcessor {
  private final @Nullable Tokenizer tokenizer;
  private final Renderer renderer;
  private final int maxModelLen;
  private final int maxLogprobs;
  private final int vocabSize;
  private final TokenIdBounds bounds;
  private final EndTokens endTokens;
  private final SamplingParams defaults;
  private final Optional<Integer> defaultMaxTokens;

  /**
   * @param config the engine's configuration
   * @param assets the model's end tokens and generation config; the latter is that of the directory
   *     where {@code generation_config} names one
   * @param tokenizer the model's tokenizer, borrowed; null to serve token-id prompts only
   * @param limits what the core settled on
   * @throws ValidationException if the generation config holds unusable values
   */
  public InputProcessor(
      EngineConfig config,
      ModelAssets assets,
      @Nullable Tokenizer tokenizer,
      EngineCoreClient.CoreInfo limits) {
    this.tokenizer = tokenizer;
    this.renderer = new Renderer(config, assets, tokenizer, limits);
    this.maxModelLen = limits.maxModelLen();
    this.vocabSize = limits.vocabSize();
    this.maxLogprobs =
        config.model().maxLogprobs() == -1 ? vocabSize : config.model().maxLogprobs();
    this.bounds = new TokenIdBounds(vocabSize, tokenizer == null ? 0 : tokenizer.vocabSize());
    this.endTokens = EndTokens.of(assets, vocabSize);
    this.defaultMaxTokens =
        DefaultSamplingParams.maxTokens(config.model(), assets.generationConfig());
    this.defaults = DefaultSamplingParams.of(config.model(), assets.generationConfig());
  }

  /** The parameters of a request that brings none. Explicit parameters inherit nothing of them. */
  public SamplingParams defaultSamplingParams() {
    return defaults;
  }

  /** The limit on generated tokens that the model's own defaults bring, if they bring one. */
  public Optional<Integer> defaultMaxTokens() {
    return defaultMaxTokens;
  }

  /**
   * The core's request.
   *
   * @param requestId the caller's id
   * @param prompt text, or ids made elsewhere or by a {@link Renderer}
   * @param params the caller's parameters; left as they are
   * @param arrivalTimeSeconds wall clock before tokenization, in seconds since the epoch
   * @param loraRequest the adapter to apply, or null
   * @param priority lower runs first under the priority policy
   * @param traceHeaders W3C trace headers
   * @throws ValidationException if the model cannot run the request as asked
   * @throws UnsupportedOperationException if it needs a feature that is not built
   */
  public EngineCoreRequest process(
      String requestId,
      Prompt prompt,
      SamplingParams params,
      double arrivalTimeSeconds,
      @Nullable LoRARequest loraRequest,
      int priority,
      Map<String, String> traceHeaders) {
    checkAgainstModel(params);
    if (loraRequest != null) {
      throw new UnsupportedOperationException(
          "LoRA adapters are not built yet: lora_request=" + loraRequest.name());
    }
    List<TokenIds> badWords = badWords(params);
    checkSomethingIsLeft(params, badWords);
    TokenIds ids = renderer.renderCompletion(prompt).ids();
    checkPrompt(ids);
    return new EngineCoreRequest(
        requestId,
        ids,
        complete(params, ids.size()),
        new TokenConstraints(endTokens.primary(params), endTokens.all(params), badWords),
        arrivalTimeSeconds,
        null,
        prompt.salt().orElse(null),
        priority,
        traceHeaders,
        null);
  }

  private void checkAgainstModel(SamplingParams params) {
    bounds.check(params);
    checkLogprobs("logprobs", params.logprobs());
    checkLogprobs("prompt_logprobs", params.promptLogprobs());
    if (tokenizer == null && !params.stop().isEmpty()) {
      throw new ValidationException(
          "stop strings need a tokenizer, and the engine has none", "stop", params.stop());
    }
  }

  private void checkLogprobs(String parameter, @Nullable Integer asked) {
    if (asked == null) {
      return;
    }
    int count = asked == -1 ? vocabSize : asked;
    if (count > maxLogprobs) {
      throw new ValidationException(
          "more log-probabilities than max_logprobs=" + maxLogprobs + " allows", parameter, asked);
    }
  }

  private List<TokenIds> badWords(SamplingParams params) {
    if (params.badWords().isEmpty()) {
      return List.of();
    }
    if (tokenizer == null) {
      throw new ValidationException(
          "bad words need a tokenizer, and the engine has none", "bad_words", params.badWords());
    }
    List<TokenIds> badWords = BadWords.toTokenIds(tokenizer, params.badWords());
    bounds.checkBadWords(badWords);
    return badWords;
  }

  /** A step in which every id is banned has nothing to sample. */
  private void checkSomethingIsLeft(SamplingParams params, List<TokenIds> badWords) {
    List<Integer> allowed = params.allowedTokenIds();
    if (allowed == null) {
      return;
    }
    Set<Integer> left = new HashSet<>(allowed);
    badWords.stream().filter(word -> word.size() == 1).forEach(left::removeAll);
    if (params.minTokens() > 0) {
      left.removeAll(endTokens.all(params));
    }
    if (left.isEmpty()) {
      throw new ValidationException(
          "bad_words and min_tokens ban every id that allowed_token_ids allows",
          "allowed_token_ids",
          allowed);
    }
  }

  private void checkPrompt(TokenIds ids) {
    if (ids.isEmpty()) {
      throw new ValidationException("a prompt needs at least one token", "prompt_token_ids", ids);
    }
    if (ids.size() >= maxModelLen) {
      throw new ValidationException(
          "prompt too long: promptTokens="
              + ids.size()
              + ", and at least one token is to be generated; shorten the prompt or raise"
              + " max_model_len",
          "max_model_len",
          maxModelLen);
    }
    bounds.checkPrompt(ids);
  }

  /** The parameters with everything filled in that depends on the prompt or the model. */
  private SamplingParams complete(SamplingParams params, int promptLength) {
    int room = maxModelLen - promptLength;
    if (params.minTokens() > room) {
      throw new ValidationException(
          "min_tokens can never be reached: room for output is " + room + " tokens",
          "min_tokens",
          params.minTokens());
    }
    Integer asked = params.maxTokens();
    int maxTokens = asked == null ? room : Math.min(asked, room);
    return params.with(
        builder -> builder.maxTokens(maxTokens).stopTokenIds(endTokens.stopTokenIds(params)));
  }
}
