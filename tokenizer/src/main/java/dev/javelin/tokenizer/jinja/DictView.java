// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.Locale;
import java.util.Map;

/**
 * The keys, values or items of a mapping, which have a length but no positions.
 *
 * @param kind which of them
 * @param dict the mapping
 */
record DictView(Kind kind, Map<Object, Object> dict) {
  enum Kind {
    KEYS,
    VALUES,
    ITEMS
  }

  /** The elements; an item is a tuple of key and value. */
  Iterator<Object> iterator() {
    return switch (kind) {
      case KEYS -> dict.keySet().iterator();
      case VALUES -> dict.values().iterator();
      case ITEMS ->
          dict.entrySet().stream()
              .map(entry -> (Object) Tuple.of(entry.getKey(), entry.getValue()))
              .iterator();
    };
  }

  String typeName() {
    return "dict_" + kind.name().toLowerCase(Locale.ROOT);
  }
}
