// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
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
   * Checks one of the file's component sections, components inside others included.
   *
   * @param section the section's name
   * @param component what it holds
   * @throws ModelLoadException if a component is unusable
   */
  void check(String section, JsonNode component) {
    if (component.isObject()) {
      switch (component.path("type").asString("")) {
        case "Prepend" -> checkPrepend(section, component);
        case "Replace" -> checkReplace(section, component);
        case "Precompiled" -> checkPrecompiled(section, component);
        case "Strip" -> checkStrip(section, component);
        case "TemplateProcessing" -> checkTemplate(section, component);
        default -> {}
      }
    }
    component.forEach(inner -> check(section, inner));
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
        !regex.isString() || !matchesNothing(regex.asString()),
        section,
        "pattern",
        "a regular expression that matches no empty text",
        pattern);
  }

  private static boolean matchesNothing(String regex) {
    try {
      return regex.isEmpty() || Pattern.compile(regex).matcher("").find();
    } catch (PatternSyntaxException e) {
      return false;
    }
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

  /** Special tokens of a template are looked up without a check. */
  private void checkTemplate(String section, JsonNode component) {
    Set<String> used = new HashSet<>();
    collectSpecial(component.path("single"), used);
    collectSpecial(component.path("pair"), used);
    JsonNode known = component.path("special_tokens");
    for (String token : used) {
      require(known.has(token), section, "special_tokens", "an entry for " + token, known);
    }
  }

  private static void collectSpecial(JsonNode template, Set<String> used) {
    for (JsonNode piece : template) {
      JsonNode id = piece.path("SpecialToken").path("id");
      if (id.isString()) {
        used.add(id.asString());
      }
    }
    if (template.isString()) {
      for (String piece : template.asString().split(" ")) {
        if (!piece.startsWith("$")) {
          used.add(piece.replaceAll(":\\d+$", ""));
        }
      }
    }
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
              + "..."
              + key
              + ", value="
              + value
              + ", expected "
              + expected);
    }
  }
}
