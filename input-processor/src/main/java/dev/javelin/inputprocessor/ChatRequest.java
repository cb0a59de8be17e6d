// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.jinja.ContentFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A conversation to render. Values in maps are JSON-like: null, {@code String}, {@code Boolean},
 * {@code Number}, {@code List} and {@code Map} of the same.
 *
 * @param messages the conversation, at least one message
 * @param chatTemplate template source, or the name of one of the model's templates; null for the
 *     model's own choice
 * @param contentFormat the form of message content the template gets; null to detect it from the
 *     template
 * @param addGenerationPrompt whether the text that opens the model's turn is appended
 * @param continueFinalMessage whether the last message is left open for the model to go on with;
 *     excludes {@code addGenerationPrompt}
 * @param tools JSON-schema descriptions of functions that the model may call, or null
 * @param documents documents for retrieval-augmented templates, or null
 * @param chatTemplateKwargs further variables for the template; null and {@code "auto"} never
 *     replace a variable that has a value
 */
public record ChatRequest(
    List<ChatMessage> messages,
    @Nullable String chatTemplate,
    @Nullable ContentFormat contentFormat,
    boolean addGenerationPrompt,
    boolean continueFinalMessage,
    @Nullable List<Map<String, Object>> tools,
    @Nullable List<Map<String, Object>> documents,
    Map<String, Object> chatTemplateKwargs) {
  /** Names that have a parameter of their own, or that transformers uses for something else. */
  private static final Set<String> RESERVED =
      Set.of(
          "chat_template",
          "tokenize",
          "messages",
          "tools",
          "documents",
          "add_generation_prompt",
          "continue_final_message");

  /**
   * @throws ValidationException if there is no message, both ways to end the text are asked for, or
   *     a variable has a name that is reserved
   */
  public ChatRequest {
    messages = List.copyOf(messages);
    tools = copy(tools);
    documents = copy(documents);
    chatTemplateKwargs = copy(chatTemplateKwargs);
    if (messages.isEmpty()) {
      throw new ValidationException("a chat needs at least one message", "messages", messages);
    }
    if (continueFinalMessage && addGenerationPrompt) {
      throw new ValidationException(
          "continue_final_message excludes add_generation_prompt, choose one",
          "add_generation_prompt",
          true);
    }
    for (String name : chatTemplateKwargs.keySet()) {
      if (RESERVED.contains(name)) {
        throw new ValidationException(
            "chat_template_kwargs must not hold an argument that is not a variable of its own",
            "chat_template_kwargs",
            name);
      }
    }
  }

  /** A conversation with all defaults: the model's template, and the model's turn opened. */
  public static ChatRequest of(List<ChatMessage> messages) {
    return new ChatRequest(messages, null, null, true, false, null, null, Map.of());
  }

  /** The variables that the template gets beside the messages and the special tokens. */
  Map<String, Object> variables() {
    Map<String, Object> variables = new LinkedHashMap<>(chatTemplateKwargs);
    put(variables, "tools", tools);
    put(variables, "documents", documents);
    put(variables, "add_generation_prompt", addGenerationPrompt);
    return variables;
  }

  // JSON's null is a value here; NullAway's model of Map has no place for it.
  @SuppressWarnings("NullAway")
  private static void put(Map<String, Object> variables, String name, @Nullable Object value) {
    variables.put(name, value);
  }

  private static @Nullable List<Map<String, Object>> copy(
      @Nullable List<Map<String, Object>> objects) {
    if (objects == null) {
      return null;
    }
    List<Map<String, Object>> copies = new ArrayList<>(objects.size());
    objects.forEach(object -> copies.add(copy(object)));
    return Collections.unmodifiableList(copies);
  }

  private static Map<String, Object> copy(Map<String, Object> object) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(object));
  }
}
