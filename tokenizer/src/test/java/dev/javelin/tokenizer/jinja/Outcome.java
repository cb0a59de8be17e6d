// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import tools.jackson.databind.JsonNode;

/**
 * What became of a rendering.
 *
 * @param kind {@code text}, {@code raised} or {@code runtime}
 * @param text the rendered text, or the error's message
 */
record Outcome(String kind, String text) {

  static Outcome of(Template template, Conversation conversation) {
    try {
      return new Outcome("text", conversation.render(template));
    } catch (TemplateException e) {
      String kind = e.kind() == TemplateException.Kind.RAISED ? "raised" : "runtime";
      return new Outcome(kind, String.valueOf(e.getMessage()));
    }
  }

  /** Whether this is what a row of the reference data asks for. */
  boolean matches(JsonNode row) {
    JsonNode error = row.path("error");
    return switch (error.path("kind").asString("")) {
      case "" -> kind.equals("text") && text.equals(row.path("expected").asString());
      case "raise_exception" ->
          kind.equals("raised") && text.equals(error.path("message").asString());
      default -> kind.equals("runtime") && !text.isBlank();
    };
  }
}
