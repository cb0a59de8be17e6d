// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import java.util.ArrayList;
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
    RequestFields common = RequestFields.read(fields, "chatcmpl-", false);
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
    Map<String, Object> kwargs = fields.map("chat_template_kwargs");
    return new ChatCompletionRequest(
        common,
        messages(fields),
        "none".equals(toolChoice(fields)) ? null : tools,
        fields.maps("documents"),
        fields.text("chat_template"),
        kwargs == null ? Map.of() : kwargs,
        generationPrompt,
        continueFinal,
        fields.bool("echo", false),
        params(fields, defaults));
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
    Integer maxTokens = fields.integer("max_completion_tokens");
    if (maxTokens == null) {
      maxTokens = fields.integer("max_tokens");
    }
    params.maxTokens(maxTokens == null ? defaults.maxTokens() : maxTokens);
    boolean logprobs = fields.bool("logprobs", false);
    Integer top = fields.integer("top_logprobs");
    if (top != null && top != 0 && !logprobs) {
      throw ApiException.badRequest("top_logprobs needs logprobs=true", "top_logprobs");
    }
    params.logprobs(logprobs ? Integer.valueOf(top == null ? 0 : top) : null);
    return params.build();
  }

  private static List<ChatMessage> messages(JsonFields fields) {
    List<Map<String, Object>> objects = fields.maps("messages");
    if (objects == null || objects.isEmpty()) {
      throw ApiException.badRequest("messages must hold at least one message", "messages");
    }
    List<ChatMessage> messages = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      Map<String, Object> object = objects.get(i);
      String where = "messages[" + i + "]";
      if (!(object.get("role") instanceof String)) {
        throw ApiException.badRequest(
            where + ".role must be a string: role=" + object.get("role"), where + ".role");
      }
      Object content = object.get("content");
      if (content != null && !(content instanceof String) && !(content instanceof List<?>)) {
        throw ApiException.badRequest(
            where + ".content must be a string or an array of parts: content=" + content,
            where + ".content");
      }
      messages.add(new ChatMessage(object));
    }
    return messages;
  }
}
