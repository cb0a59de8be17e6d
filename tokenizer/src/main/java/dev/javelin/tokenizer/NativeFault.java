// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names the place of a fault that the native library found. It reports a line and a column (in
 * bytes) but no key; the file's sections lie in order, so the last one that starts before the place
 * is the one at fault.
 */
final class NativeFault {
  private static final Pattern PLACE = Pattern.compile("line (\\d{1,9}) column (\\d{1,9})$");

  private NativeFault() {}

  static String describe(TokenizerDefinition definition, String cause) {
    return "tokenizer file cannot be used: file="
        + definition.source()
        + section(definition, cause).map(NativeFault::name).orElse("")
        + ", cause="
        + cause;
  }

  private static String name(TokenizerDefinition.Section section) {
    String types = section.types().isEmpty() ? "" : " of types " + section.types();
    return ", key=" + section.key() + types;
  }

  private static Optional<TokenizerDefinition.Section> section(
      TokenizerDefinition definition, String cause) {
    Matcher place = PLACE.matcher(cause);
    if (!place.find()) {
      return Optional.empty();
    }
    int line = Integer.parseInt(place.group(1));
    int column = Integer.parseInt(place.group(2));
    TokenizerDefinition.Section found = null;
    for (TokenizerDefinition.Section section : definition.sections()) {
      if (section.line() < line || (section.line() == line && section.column() <= column)) {
        found = section;
      }
    }
    return Optional.ofNullable(found);
  }
}
