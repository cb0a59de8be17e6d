// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * The form in which a template expects the content of a message. Names and meaning are those of
 * vLLM's {@code chat_template_content_format}.
 */
public enum ContentFormat {
  /** Content is one string; lists of parts must be joined before rendering. */
  STRING,
  /** Content is the list of parts of the OpenAI API. */
  OPENAI
}
