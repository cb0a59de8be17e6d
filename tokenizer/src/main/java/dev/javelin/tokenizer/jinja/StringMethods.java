// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** All methods of strings, by name. */
final class StringMethods {
  private static final Map<String, BoundMethod.Method<String>> METHODS = all();

  private StringMethods() {}

  static Optional<BoundMethod.Method<String>> find(String name) {
    return Optional.ofNullable(METHODS.get(name));
  }

  private static Map<String, BoundMethod.Method<String>> all() {
    Map<String, BoundMethod.Method<String>> methods = new HashMap<>();
    methods.putAll(CaseMethods.METHODS);
    methods.putAll(PaddingMethods.METHODS);
    methods.putAll(SearchMethods.METHODS);
    methods.putAll(SplitMethods.METHODS);
    methods.putAll(PredicateMethods.METHODS);
    methods.put("format", BraceFormat::format);
    methods.put("format_map", BraceFormat::formatMap);
    return Map.copyOf(methods);
  }
}
