// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Typed views of golden rows. */
final class Rows {
  private Rows() {}

  static List<Integer> ints(JsonNode array) {
    List<Integer> ints = new ArrayList<>(array.size());
    array.forEach(item -> ints.add((int) Math.min(Integer.MAX_VALUE, item.asLong())));
    return ints;
  }
}
