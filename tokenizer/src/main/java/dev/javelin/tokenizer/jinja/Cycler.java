// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;

/** What {@code cycler(...)} makes: values given out in turn. */
final class Cycler {
  private final List<Object> items;
  private int position;

  Cycler(List<Object> items) {
    if (items.isEmpty()) {
      throw new EvaluationError("RuntimeError: at least one item has to be provided");
    }
    this.items = items;
  }

  Object attribute(String name) {
    return switch (name) {
      case "current" -> items.get(position);
      case "pos" -> (long) position;
      case "items" -> Tuple.of(items);
      case "next" -> new BoundMethod<>(this, (state, self, arguments) -> self.next());
      case "reset" -> new BoundMethod<>(this, (state, self, arguments) -> self.reset());
      default -> Missing.MISSING;
    };
  }

  private Object next() {
    Object result = items.get(position);
    position = (position + 1) % items.size();
    return result;
  }

  private Object reset() {
    position = 0;
    return None.NONE;
  }
}
