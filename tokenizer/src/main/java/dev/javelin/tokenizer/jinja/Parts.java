// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Parts of a string, counted against a {@link Budget} as they are cut. */
final class Parts {
  private final Budget budget;
  private final List<Object> list = new ArrayList<>();

  Parts(Budget budget) {
    this.budget = budget;
  }

  void add(String part) {
    budget.elements(1);
    budget.characters(part.length());
    list.add(part);
  }

  int size() {
    return list.size();
  }

  List<Object> list() {
    return list;
  }

  List<Object> reversed() {
    Collections.reverse(list);
    return list;
  }
}
