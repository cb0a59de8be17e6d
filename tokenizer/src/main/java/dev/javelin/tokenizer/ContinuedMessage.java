// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds where the last message's text ends in a rendered conversation, by transformers' method: a
 * mark is appended to the text, and the rendering is cut there.
 *
 * @param messages the conversation with the mark in its last message
 */
record ContinuedMessage(List<Map<String, Object>> messages) {
  /** Ends in a blank, so that a template that strips the text is noticed. */
  private static final String MARK = "CONTINUE_FINAL_MESSAGE_TAG ";

  /**
   * Marks the end of the last message.
   *
   * @throws ValidationException if it has no text
   */
  static ContinuedMessage mark(List<Map<String, Object>> messages) {
    List<Map<String, Object>> marked = new ArrayList<>(messages);
    int last = marked.size() - 1;
    Map<String, Object> message = new LinkedHashMap<>(marked.get(last));
    Object content = message.get("content");
    if (content instanceof String text) {
      message.put("content", text + MARK);
    } else if (content instanceof List<?> parts) {
      message.put("content", markLastText(parts));
    } else {
      throw noText(content);
    }
    marked.set(last, message);
    return new ContinuedMessage(marked);
  }

  private static List<Object> markLastText(List<?> parts) {
    List<Object> marked = new ArrayList<>(parts);
    for (int i = marked.size() - 1; i >= 0; i--) {
      if (marked.get(i) instanceof Map<?, ?> part && part.get("text") instanceof String text) {
        Map<Object, Object> copy = new LinkedHashMap<>(part);
        copy.put("text", text + MARK);
        marked.set(i, copy);
        return marked;
      }
    }
    throw noText(parts);
  }

  private static ValidationException noText(@Nullable Object content) {
    return new ValidationException(
        "continue_final_message needs a last message with text", "content", content);
  }

  /**
   * The rendering up to the end of the last message's text, without trailing white space if the
   * template strips the text.
   *
   * @throws ChatTemplateException if the template left the message out
   */
  String cut(String rendered) {
    String word = MARK.stripTrailing();
    int at = rendered.lastIndexOf(word);
    if (at < 0) {
      throw new ChatTemplateException(
          "continue_final_message is set, but the chat template leaves the last message's text out",
          null);
    }
    String kept = rendered.substring(0, at);
    return rendered.startsWith(MARK, at) ? kept : kept.stripTrailing();
  }
}
