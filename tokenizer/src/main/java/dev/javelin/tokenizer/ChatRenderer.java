// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.jinja.ContentFormat;
import dev.javelin.tokenizer.jinja.Template;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Renders conversations to the text that the model was trained on, as {@code apply_chat_template}
 * of transformers does. The text holds the template's own special tokens: encode it without added
 * ones. Safe for many threads.
 */
public final class ChatRenderer {
  private final ChatTemplates templates;
  private final Map<String, String> specialTokens;
  private final Clock clock;

  /**
   * @param clock what {@code strftime_now} reads, in its own time zone
   */
  public ChatRenderer(ModelAssets assets, Clock clock) {
    this.templates = new ChatTemplates(assets);
    this.specialTokens = assets.specialTokens();
    this.clock = clock;
  }

  /**
   * The prompt text of a conversation.
   *
   * @param chatTemplate template source, or the name of one of the model's templates; null for the
   *     model's own choice
   * @param contentFormat the form of message content the template gets; null to detect it
   * @param messages the conversation, at least one message
   * @param continueFinalMessage whether the text ends inside the last message
   * @param variables {@code tools}, {@code documents}, {@code add_generation_prompt} and whatever
   *     else the template knows, JSON-like values; null and {@code "auto"} do not replace the
   *     model's special tokens
   * @throws ChatTemplateException if there is no template, or it is not valid, refuses the
   *     conversation or fails
   * @throws ValidationException if a message cannot be used
   */
  public String render(
      @Nullable String chatTemplate,
      @Nullable ContentFormat contentFormat,
      List<ChatMessage> messages,
      boolean continueFinalMessage,
      Map<String, Object> variables) {
    Template template = templates.choose(chatTemplate, variables.get("tools") != null);
    ContentFormat format = contentFormat == null ? template.contentFormat() : contentFormat;
    List<Map<String, Object>> normalized = MessageNormalizer.normalize(messages, format);
    if (!continueFinalMessage) {
      return render(template, all(variables, normalized));
    }
    ContinuedMessage continued = ContinuedMessage.mark(normalized);
    return continued.cut(render(template, all(variables, continued.messages())));
  }

  private String render(Template template, Map<String, Object> variables) {
    try {
      return template.render(variables, clock);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          "a chat template takes JSON-like values only, " + e.getMessage());
    }
  }

  private Map<String, Object> all(
      Map<String, Object> variables, List<Map<String, Object>> messages) {
    Map<String, Object> all = new LinkedHashMap<>(specialTokens);
    variables.forEach(
        (name, value) -> {
          boolean unset = value == null || value.equals("auto");
          if (!unset || !all.containsKey(name)) {
            all.put(name, value);
          }
        });
    all.put("messages", messages);
    return all;
  }
}
