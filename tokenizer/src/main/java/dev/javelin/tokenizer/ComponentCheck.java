// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import tools.jackson.databind.JsonNode;

/**
 * Refuses what the native library takes from a file and later panics on, which would end the
 * process. Each rule names the component that it protects.
 */
final class ComponentCheck {
  private final String source;

  ComponentCheck(String source) {
    this.source = source;
  }

  /**
   * Checks one of the file's component sections.
   *
   * @param section the section's name
   * @param content what it holds
   * @throws ModelLoadException if a component is unusable
   */
  void checkSection(String section, JsonNode content) {
    check(section, content);
    checkTemplates(section, content);
  }

  private void check(String section, JsonNode component) {
    if (component.isObject()) {
      switch (component.path("type").asString("")) {
        case "Prepend" -> checkPrepend(section, component);
        case "Replace" -> checkReplace(section, component);
        case "Precompiled" -> checkPrecompiled(section, component);
        case "Strip" -> checkStrip(section, component);
        case "FixedLength" -> checkFixedLength(section, component);
        case "TemplateProcessing" -> checkTemplate(section, component);
        default -> {}
      }
    }
    component.forEach(inner -> check(section, inner));
  }

  /** What one template makes, another takes apart only up to two pieces. */
  private void checkTemplates(String section, JsonNode component) {
    long templates =
        component.findValues("type").stream()
            .filter(type -> type.asString("").equals("TemplateProcessing"))
            .count();
    require(templates <= 1, section, "type", "at most one TemplateProcessing", templates);
  }

  /** Prepending nothing counts characters that are not there. */
  private void checkPrepend(String section, JsonNode component) {
    JsonNode text = component.path("prepend");
    require(!text.isString() || !text.asString().isEmpty(), section, "prepend", "a text", text);
  }

  /** Replacing an empty match reads past the end of the text. */
  private void checkReplace(String section, JsonNode component) {
    if (!section.equals("normalizer")) {
      return;
    }
    JsonNode pattern = component.path("pattern");
    JsonNode text = pattern.path("String");
    require(!text.isString() || !text.asString().isEmpty(), section, "pattern", "a text", pattern);
    JsonNode regex = pattern.path("Regex");
    require(
        !regex.isString() || !EmptyMatch.isPossible(regex.asString()),
        section,
        "pattern",
        "a regular expression that matches no empty text",
        pattern);
  }

  private void checkPrecompiled(String section, JsonNode component) {
    JsonNode map = component.path("precompiled_charsmap");
    require(
        !map.isString() || PrecompiledCharsMap.isValid(map.asString()),
        section,
        "precompiled_charsmap",
        "a map of SentencePiece",
        map.asString("").length() + " characters");
  }

  /** Cutting at the end of a token does not look where its beginning was cut. */
  private void checkStrip(String section, JsonNode component) {
    JsonNode stop = component.path("stop");
    require(
        !section.equals("decoder") || !stop.isNumber() || stop.asLong() == 0,
        section,
        "stop",
        "0, since cutting the end of tokens is not supported",
        stop);
  }

  private void checkFixedLength(String section, JsonNode component) {
    JsonNode length = component.path("length");
    require(!length.isNumber() || length.asLong() > 0, section, "length", "1 or more", length);
  }

  /** Sequences and special tokens of a template are looked up without a check. */
  private void checkTemplate(String section, JsonNode component) {
    TemplateNames single = TemplateNames.of(component.path("single"));
    TemplateNames pair = TemplateNames.of(component.path("pair"));
    require(
        !single.sequences().contains("B"),
        section,
        "single",
        "a template of one sequence, A",
        component.path("single"));
    JsonNode known = component.path("special_tokens");
    for (String token : single.with(pair).specialTokens()) {
      require(isListed(known, token), section, "special_tokens", "an entry for " + token, known);
    }
  }

  /** Entries come as members or, in files written by hand, as a list. */
  private static boolean isListed(JsonNode known, String token) {
    return known.has(token)
        || (known.isArray()
            && known.valueStream().anyMatch(e -> e.path("id").asString("").equals(token)));
  }

  /**
   * Checks the merges of a BPE model whose tokens inside words have a prefix: joining two tokens
   * cuts it off the second one unchecked.
   */
  void checkMergesWithPrefix(JsonNode model) {
    String prefix = model.path("continuing_subword_prefix").asString("");
    if (prefix.isEmpty()) {
      return;
    }
    int place = 0;
    for (JsonNode merge : model.path("merges")) {
      String right =
          merge.isString()
              ? merge.asString().substring(merge.asString().lastIndexOf(' ') + 1)
              : merge.path(1).asString("");
      require(
          right.startsWith(prefix),
          "model",
          "merges[" + place + "]",
          "a second token that begins with " + prefix,
          merge);
      place++;
    }
  }

  private void require(
      boolean condition, String section, String key, String expected, Object value) {
    if (!condition) {
      throw new ModelLoadException(
          "tokenizer file cannot be used: file="
              + source
              + ", key="
              + section
              + ", member="
              + key
              + ", value="
              + value
              + ", expected "
              + expected);
    }
  }
}
