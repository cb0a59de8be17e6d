// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The global {@code dict}. */
final class DictFunction implements TemplateCallable {
  /** {@code dict.fromkeys}. */
  static final TemplateCallable FROM_KEYS = DictFunction::fromKeys;

  @Override
  public Object call(RenderState state, Arguments arguments) {
    return build(state, arguments);
  }

  /** The mapping of the arguments: a mapping or pairs, then keywords. */
  static Map<Object, Object> build(RenderState state, Arguments arguments) {
    if (arguments.positional().size() > 1) {
      throw EvaluationError.type(
          "dict expected at most 1 argument, got " + arguments.positional().size());
    }
    Map<Object, Object> dict = new LinkedHashMap<>();
    for (Object source : arguments.positional()) {
      if (source instanceof Map<?, ?>) {
        state.budget().references(2L * Values.length(source));
        dict.putAll(Values.dict(source));
      } else {
        addPairs(state, source, dict);
      }
    }
    dict.putAll(arguments.keywords());
    return dict;
  }

  private static void addPairs(RenderState state, Object source, Map<Object, Object> dict) {
    Iterator<Object> pairs = Values.iterator(source);
    while (pairs.hasNext()) {
      List<Object> pair = Values.list(state.budget(), pairs.next());
      if (pair.size() != 2) {
        throw EvaluationError.value(
            "dictionary update sequence element has length " + pair.size() + "; 2 is required");
      }
      Dicts.put(dict, pair.get(0), pair.get(1));
    }
  }

  private static Object fromKeys(RenderState state, Arguments arguments) {
    BoundArguments bound = arguments.bind("fromkeys", 1, "iterable", "value");
    Map<Object, Object> dict = new LinkedHashMap<>();
    for (Object key : Values.list(state.budget(), bound.get(0))) {
      Dicts.put(dict, key, bound.optional(1));
    }
    return dict;
  }
}
