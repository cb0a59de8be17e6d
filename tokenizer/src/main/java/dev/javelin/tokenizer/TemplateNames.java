// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the template of a post-processor names.
 *
 * @param sequences {@code A} and {@code B}
 * @param specialTokens contents of special tokens
 */
record TemplateNames(Set<String> sequences, Set<String> specialTokens) {
  /** Reads a template: pieces as objects, or their short spelling, {@code "[CLS] $A:0 [SEP]"}. */
  static TemplateNames of(JsonNode template) {
    TemplateNames names = new TemplateNames(new HashSet<>(), new HashSet<>());
    Stream<JsonNode> pieces = template.isArray() ? template.valueStream() : Stream.of(template);
    pieces.forEach(names::add);
    return names;
  }

  private void add(JsonNode piece) {
    if (piece.isString()) {
      Arrays.stream(piece.asString().split(" ")).forEach(this::addShort);
      return;
    }
    JsonNode special = piece.path("SpecialToken").path("id");
    if (special.isString()) {
      specialTokens.add(special.asString());
    }
    JsonNode sequence = piece.path("Sequence").path("id");
    if (sequence.isString()) {
      sequences.add(sequence.asString());
    }
  }

  private void addShort(String piece) {
    String name = piece.replaceAll(":\\d*$", "");
    if (!name.startsWith("$")) {
      specialTokens.add(name);
    } else {
      sequences.add(name.equalsIgnoreCase("$b") ? "B" : "A");
    }
  }

  /** These names and others. */
  TemplateNames with(TemplateNames other) {
    TemplateNames both = new TemplateNames(new HashSet<>(sequences), new HashSet<>(specialTokens));
    both.sequences.addAll(other.sequences);
    both.specialTokens.addAll(other.specialTokens);
    return both;
  }
}
