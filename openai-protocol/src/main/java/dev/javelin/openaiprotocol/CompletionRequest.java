// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.TokenIds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of {@code POST /v1/completions}.
 *
 * @param fields what is not sampling
 * @param prompts one or more
 * @param params how tokens are chosen
 * @param echo whether the prompt comes before the completion
 * @param echoOnly whether nothing but the prompt comes back ({@code max_tokens} 0)
 */
public record CompletionRequest(
    RequestFields fields,
    List<Prompt> prompts,
    SamplingParams params,
    boolean echo,
    boolean echoOnly) {
  private static final int DEFAULT_MAX_TOKENS = 16;

  public CompletionRequest {
    prompts = List.copyOf(prompts);
  }

  /**
   * Reads a body.
   *
   * @param defaults the model's own sampling defaults
   * @throws ApiException if a field has the wrong type or is not supported
   * @throws dev.javelin.engineapi.ValidationException if a value is out of range
   */
  public static CompletionRequest read(ObjectNode body, SamplingParams defaults) {
    JsonFields fields = new JsonFields(body);
    boolean echo = fields.bool("echo", false);
    Integer maxTokens = fields.integer("max_tokens");
    boolean echoOnly = echo && maxTokens != null && maxTokens == 0;
    Integer logprobs = fields.integer("logprobs");
    SamplingParamsBuilder params = SamplingFields.read(fields, defaults);
    params.maxTokens(echoOnly ? Integer.valueOf(1) : maxTokens(maxTokens, defaults));
    params.logprobs(logprobs);
    if (echo && logprobs != null && !fields.has("prompt_logprobs")) {
      params.promptLogprobs(logprobs);
    }
    List<Prompt> prompts = prompts(fields, fields.text("cache_salt"));
    return new CompletionRequest(
        RequestFields.read(fields, "cmpl-", true), prompts, params.build(), echo, echoOnly);
  }

  private static @Nullable Integer maxTokens(@Nullable Integer asked, SamplingParams defaults) {
    if (asked != null) {
      return asked;
    }
    return defaults.maxTokens() == null
        ? Integer.valueOf(DEFAULT_MAX_TOKENS)
        : defaults.maxTokens();
  }

  /** A string, an array of strings, an array of ids, or an array of arrays of ids. */
  private static List<Prompt> prompts(JsonFields fields, @Nullable String salt) {
    JsonNode node = fields.node("prompt");
    if (node == null) {
      throw ApiException.badRequest("prompt is required", "prompt");
    }
    if (node.isString()) {
      return List.of(new Prompt.Text(node.stringValue(), salt));
    }
    if (!node.isArray() || node.isEmpty()) {
      throw wrongPrompt(node);
    }
    if (node.get(0).isNumber()) {
      return List.of(tokens(node, salt));
    }
    List<Prompt> prompts = new ArrayList<>();
    for (JsonNode item : node) {
      if (item.isString() == node.get(0).isString() && (item.isString() || item.isArray())) {
        prompts.add(
            item.isString() ? new Prompt.Text(item.stringValue(), salt) : tokens(item, salt));
      } else {
        throw wrongPrompt(item);
      }
    }
    return prompts;
  }

  private static Prompt tokens(JsonNode array, @Nullable String salt) {
    int[] ids = new int[array.size()];
    for (int i = 0; i < ids.length; i++) {
      JsonNode id = array.get(i);
      ids[i] = JsonFields.toInteger(id).orElseThrow(() -> wrongPrompt(id));
    }
    return new Prompt.Tokens(TokenIds.of(ids), null, salt);
  }

  private static ApiException wrongPrompt(JsonNode node) {
    return ApiException.badRequest(
        "prompt must be a string, an array of strings, or one or more arrays of token ids: prompt="
            + JsonFields.shorten(node),
        "prompt");
  }
}
