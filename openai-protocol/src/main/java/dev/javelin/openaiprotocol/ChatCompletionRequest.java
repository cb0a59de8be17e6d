// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of {@code POST /v1/chat/completions}.
 *
 * @param fields what is not sampling
 * @param messages the conversation
 * @param tools tool definitions for the template, or null
 * @param documents documents for the template, or null
 * @param chatTemplate a template instead of the model's, or null
 * @param chatTemplateKwargs further variables for the template
 * @param addGenerationPrompt whether the prompt opens an answer
 * @param continueFinalMessage whether the last message is continued
 * @param echo whether a continued last message comes before its continuation
 * @param params how tokens are chosen
 */
public record ChatCompletionRequest(
    RequestFields fields,
    List<ChatMessage> messages,
    @Nullable List<Map<String, Object>> tools,
    @Nullable List<Map<String, Object>> documents,
    @Nullable String chatTemplate,
    Map<String, Object> chatTemplateKwargs,
    boolean addGenerationPrompt,
    boolean continueFinalMessage,
    boolean echo,
    SamplingParams params) {
  public ChatCompletionRequest {
    messages = List.copyOf(messages);
  }

  /**
   * Reads a body.
   *
   * @param defaults the model's own sampling defaults
   * @throws ApiException if a field has the wrong type or is not supported
   * @throws dev.javelin.engineapi.ValidationException if a value is out of range
   */
  public static ChatCompletionRequest read(ObjectNode body, SamplingParams defaults) {
    JsonFields fields = new JsonFields(body);
    SamplingParams params = params(fields, defaults);
    List<ChatMessage> messages = ChatMessageFields.read(fields);
    boolean continueFinal = fields.bool("continue_final_message", false);
    boolean generationPrompt = fields.bool("add_generation_prompt", true);
    if (continueFinal && generationPrompt) {
      if (fields.has("add_generation_prompt")) {
        throw ApiException.badRequest(
            "continue_final_message needs add_generation_prompt=false", "continue_final_message");
      }
      generationPrompt = false;
    }
    List<Map<String, Object>> tools = fields.maps("tools");
    if (tools != null && tools.isEmpty()) {
      throw ApiException.badRequest("tools must not be empty; leave it out instead", "tools");
    }
    String toolChoice = toolChoice(fields);
    List<Map<String, Object>> documents = fields.maps("documents");
    String template = fields.text("chat_template");
    Map<String, Object> kwargs = templateKwargs(fields);
    boolean echo = fields.bool("echo", false);
    return new ChatCompletionRequest(
        RequestFields.read(fields, "chatcmpl-", false),
        messages,
        "none".equals(toolChoice) ? null : tools,
        documents,
        template,
        kwargs,
        generationPrompt,
        continueFinal,
        echo,
        params);
  }

  /** {@code reasoning_effort} is for the template to heed, as in vLLM. */
  private static Map<String, Object> templateKwargs(JsonFields fields) {
    Map<String, Object> kwargs = fields.map("chat_template_kwargs");
    String effort = fields.text("reasoning_effort");
    Map<String, Object> all = new LinkedHashMap<>(kwargs == null ? Map.of() : kwargs);
    if (effort != null) {
      all.put("reasoning_effort", effort);
    }
    return all;
  }

  private static @Nullable String toolChoice(JsonFields fields) {
    var node = fields.node("tool_choice");
    if (node == null) {
      return null;
    }
    if (node.isString() && List.of("none", "auto").contains(node.stringValue())) {
      return node.stringValue();
    }
    throw ApiException.badRequest(
        "tool_choice must be none or auto, a forced tool is not supported: tool_choice=" + node,
        "tool_choice");
  }

  private static SamplingParams params(JsonFields fields, SamplingParams defaults) {
    SamplingParamsBuilder params = SamplingFields.read(fields, defaults);
    Integer maxTokens = fields.integer("max_tokens");
    Integer maxCompletionTokens = fields.integer("max_completion_tokens");
    if (maxCompletionTokens != null) {
      params.maxTokens(maxCompletionTokens);
    } else {
      params.maxTokens(maxTokens == null ? defaults.maxTokens() : maxTokens);
    }
    boolean logprobs = fields.bool("logprobs", false);
    Integer top = fields.integer("top_logprobs");
    if (top != null && top != 0 && !logprobs) {
      throw ApiException.badRequest("top_logprobs needs logprobs=true", "top_logprobs");
    }
    params.logprobs(logprobs ? Integer.valueOf(top == null ? 0 : top) : null);
    return params.build();
  }
}
