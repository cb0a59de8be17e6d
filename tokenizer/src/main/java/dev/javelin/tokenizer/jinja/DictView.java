// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
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
  List<Object> elements() {
    return switch (kind) {
      case KEYS -> List.copyOf(dict.keySet());
      case VALUES -> List.copyOf(dict.values());
      case ITEMS -> {
        Object[] items =
            dict.entrySet().stream().map(e -> Tuple.of(e.getKey(), e.getValue())).toArray();
        yield List.of(items);
      }
    };
  }

  String typeName() {
    return "dict_" + kind.name().toLowerCase(java.util.Locale.ROOT);
  }
}
