// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Optional;

/** Methods of lists and tuples that change nothing. */
final class SequenceMethods {
  private SequenceMethods() {}

  static Optional<BoundMethod.Method<Object>> find(String name, boolean list) {
    return switch (name) {
      case "index" -> Optional.of(SequenceMethods::index);
      case "count" -> Optional.of(SequenceMethods::count);
      case "copy" -> list ? Optional.of(SequenceMethods::copy) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Object index(RenderState state, Object sequence, Arguments arguments) {
    BoundArguments bound = arguments.bind("index", 1, "value", "start", "stop");
    List<Object> items = Values.items(sequence);
    int start = fromStart(bound.integer(1, 0), items.size());
    int stop = fromStart(bound.integer(2, items.size()), items.size());
    for (int i = start; i < stop; i++) {
      state.budget().step();
      if (state.comparison().equal(items.get(i), bound.get(0))) {
        return (long) i;
      }
    }
    throw EvaluationError.value("the value is not in the " + Values.typeName(sequence));
  }

  private static int fromStart(int position, int length) {
    long index = position < 0 ? (long) position + length : position;
    return (int) Math.max(0, Math.min(length, index));
  }

  private static Object count(RenderState state, Object sequence, Arguments arguments) {
    BoundArguments bound = arguments.bind("count", 1, "value");
    long count = 0;
    for (Object item : Values.items(sequence)) {
      state.budget().step();
      count += state.comparison().equal(item, bound.get(0)) ? 1 : 0;
    }
    return count;
  }

  private static Object copy(RenderState state, Object sequence, Arguments arguments) {
    arguments.bind("copy", 0);
    return Values.list(state.budget(), sequence);
  }
}
