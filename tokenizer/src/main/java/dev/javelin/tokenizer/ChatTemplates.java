// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.tokenizer.jinja.Template;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The chat templates of a model, and the rule that chooses one. Safe for many threads; each of the
 * model's own templates is parsed once, when it is first needed.
 */
public final class ChatTemplates {
  private static final String TOOL_USE = "tool_use";
  private static final String DEFAULT = "default";

  private final @Nullable String modelDefault;
  private final Map<String, String> named;
  private final Map<String, Template> parsed = new ConcurrentHashMap<>();

  public ChatTemplates(ModelAssets assets) {
    this.named = assets.namedChatTemplates();
    this.modelDefault = assets.chatTemplate() == null ? named.get(DEFAULT) : assets.chatTemplate();
  }

  /**
   * The template for a request: the one asked for (its source, or the name of one of the model's),
   * else with tools the model's {@code tool_use} template, else the model's default.
   *
   * @param asked a source or name, or null for the model's own choice
   * @param tools whether the request brings tools
   * @throws ChatTemplateException if there is none, or it is not valid
   */
  public Template choose(@Nullable String asked, boolean tools) {
    if (asked != null) {
      String source = named.get(asked);
      return source == null ? Template.parse(asked) : parseOnce(source);
    }
    String forTools = named.get(TOOL_USE);
    if (tools && forTools != null) {
      return parseOnce(forTools);
    }
    if (modelDefault != null) {
      return parseOnce(modelDefault);
    }
    throw new ChatTemplateException(
        "the model has no default chat template: named="
            + new TreeSet<>(named.keySet())
            + "; give chat_template",
        null);
  }

  private Template parseOnce(String source) {
    return parsed.computeIfAbsent(source, Template::parse);
  }
}
