// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelConfig;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.ChatRenderer;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns prompts and conversations into token ids that fit the model's context. Safe for many
 * threads.
 */
public final class Renderer {
  private static final Logger LOG = LoggerFactory.getLogger(Renderer.class);

  private final ModelConfig model;
  private final @Nullable Tokenizer tokenizer;
  private final ChatRenderer chatRenderer;
  private final @Nullable Integer bosTokenId;
  private final int maxModelLen;
  private final AtomicBoolean warnedOfDoubleBos = new AtomicBoolean();

  /**
   * @param config names the model in messages
   * @param assets the model's templates and special tokens
   * @param tokenizer the model's tokenizer, borrowed; null to serve token-id prompts only
   * @param limits what the core settled on
   */
  public Renderer(
      EngineConfig config,
      ModelAssets assets,
      @Nullable Tokenizer tokenizer,
      EngineCoreClient.CoreInfo limits) {
    this(config, assets, tokenizer, limits, Clock.systemDefaultZone());
  }

  /**
   * @param clock what templates read the date from
   */
  Renderer(
      EngineConfig config,
      ModelAssets assets,
      @Nullable Tokenizer tokenizer,
      EngineCoreClient.CoreInfo limits,
      Clock clock) {
    this.model = config.model();
    this.tokenizer = tokenizer;
    this.chatRenderer = new ChatRenderer(assets, clock);
    this.bosTokenId = assets.bosTokenId();
    this.maxModelLen = limits.maxModelLen();
  }

  /** The ids of a prompt, with the tokenizer's own additions and no truncation. */
  public Prompt.Tokens renderCompletion(Prompt prompt) {
    return renderCompletion(prompt, TokenizeParams.completion(maxModelLen));
  }

  /**
   * The ids of a prompt. Ids made elsewhere are used as they are, truncated if asked.
   *
   * @throws ValidationException if the prompt is longer than allowed, or is text and there is no
   *     tokenizer
   */
  public Prompt.Tokens renderCompletion(Prompt prompt, TokenizeParams params) {
    if (prompt instanceof Prompt.Tokens tokens) {
      TokenIds ids = fit(tokens.ids(), params);
      return ids.equals(tokens.ids())
          ? tokens
          : new Prompt.Tokens(ids, tokens.text(), tokens.cacheSalt());
    }
    Prompt.Text text = (Prompt.Text) prompt;
    TokenIds ids = encode(text.text(), params);
    warnOfDoubleBos(ids);
    return new Prompt.Tokens(fit(ids, params), text.text(), text.cacheSalt());
  }

  /** The ids of a conversation, without truncation. */
  public Prompt.Tokens renderChat(ChatRequest request) {
    return renderChat(request, TokenizeParams.chat(maxModelLen));
  }

  /**
   * The ids of a conversation, and the text that they spell. The template owns all special tokens:
   * none are added to its text unless {@code params} ask for them.
   *
   * @throws dev.javelin.engineapi.ChatTemplateException if there is no template, or it refuses the
   *     conversation or fails
   * @throws ValidationException if the conversation is longer than allowed, or there is no
   *     tokenizer
   */
  public Prompt.Tokens renderChat(ChatRequest request, TokenizeParams params) {
    String text =
        chatRenderer.render(
            request.chatTemplate(),
            request.contentFormat(),
            request.messages(),
            request.continueFinalMessage(),
            request.variables());
    return new Prompt.Tokens(fit(encode(text, params), params), text, null);
  }

  private TokenIds encode(String text, TokenizeParams params) {
    Tokenizer present =
        Optional.ofNullable(tokenizer)
            .orElseThrow(
                () ->
                    new ValidationException(
                        "the engine has no tokenizer and takes prompts of token ids only: model="
                            + model.tokenizerSource(),
                        "skip_tokenizer_init",
                        model.skipTokenizerInit()));
    long mostCharacters = (long) params.maxInputTokens() * present.maxTokenLength();
    if (params.truncatePromptTokens() == null && text.length() > mostCharacters) {
      throw new ValidationException(
          "prompt text is longer than any prompt that fits, characters="
              + text.length()
              + ", most="
              + mostCharacters
              + "; shorten it or raise max_model_len",
          "max_input_tokens",
          params.maxInputTokens());
    }
    String cased = params.lowerCase() ? text.toLowerCase(Locale.ROOT) : text;
    return TokenIds.copyOf(present.encode(cased, params.addSpecialTokens()));
  }

  private static TokenIds fit(TokenIds ids, TokenizeParams params) {
    TokenIds kept = truncate(ids, params);
    if (kept.size() > params.maxInputTokens()) {
      throw new ValidationException(
          "prompt too long: promptTokens="
              + kept.size()
              + "; shorten the prompt, truncate it or raise max_model_len",
          "max_input_tokens",
          params.maxInputTokens());
    }
    return kept;
  }

  private static TokenIds truncate(TokenIds ids, TokenizeParams params) {
    Integer asked = params.truncatePromptTokens();
    if (asked == null) {
      return ids;
    }
    int length = asked == -1 ? params.maxInputTokens() : asked;
    if (ids.size() <= length) {
      return ids;
    }
    return switch (params.truncationSide()) {
      case LEFT -> ids.subList(ids.size() - length, ids.size());
      case RIGHT -> ids.subList(0, length);
    };
  }

  private void warnOfDoubleBos(TokenIds ids) {
    if (bosTokenId != null
        && ids.size() > 1
        && ids.getInt(0) == bosTokenId
        && ids.getInt(1) == bosTokenId
        && warnedOfDoubleBos.compareAndSet(false, true)) {
      LOG.warn(
          "a prompt begins with the beginning-of-sequence token and the tokenizer adds another; "
              + "leave it out of the text, or use chat: bosTokenId={}",
          bosTokenId);
    }
  }
}
