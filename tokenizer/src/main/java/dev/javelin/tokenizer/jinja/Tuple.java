// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;

/**
 * Python's tuple.
 *
 * @param items elements
 * @param named whether the first two elements are also the attributes {@code grouper} and {@code
 *     list}, as in what {@code groupby} gives
 */
record Tuple(List<Object> items, boolean named) {
  static Tuple of(Object... items) {
    return new Tuple(List.of(items), false);
  }

  static Tuple of(List<Object> items) {
    return new Tuple(items, false);
  }
}
