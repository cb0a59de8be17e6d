// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;

/**
 * Evaluated arguments of a call.
 *
 * @param positional plain arguments
 * @param keywords named arguments, in the order written
 */
record Arguments(List<Object> positional, Map<String, Object> keywords) {
  static final Arguments NONE = new Arguments(List.of(), Map.of());

  static Arguments of(Object... positional) {
    return new Arguments(List.of(positional), Map.of());
  }

  /** The arguments without the first {@code count} positional ones. */
  Arguments from(int count) {
    return new Arguments(positional.subList(count, positional.size()), keywords);
  }

  /**
   * Assigns the arguments to parameters.
   *
   * @param callee name for errors
   * @param required how many of the first parameters must be given
   * @param parameters names, in order
   * @throws EvaluationError if there are too many, too few, unknown or doubled arguments
   */
  BoundArguments bind(String callee, int required, String... parameters) {
    if (positional.size() > parameters.length) {
      throw EvaluationError.type(
          callee
              + "() takes at most "
              + parameters.length
              + " arguments ("
              + positional.size()
              + " given)");
    }
    Object[] values = new Object[parameters.length];
    int named = 0;
    for (int i = 0; i < parameters.length; i++) {
      Object keyword = keywords.getOrDefault(parameters[i], Missing.MISSING);
      if (i < positional.size()) {
        values[i] = positional.get(i);
      } else {
        values[i] = keyword;
        named += keyword == Missing.MISSING ? 0 : 1;
      }
      if (i < required && values[i] == Missing.MISSING) {
        throw EvaluationError.type(
            callee + "() missing required argument: '" + parameters[i] + "'");
      }
    }
    if (named < keywords.size()) {
      throw EvaluationError.type(
          callee + "() got an unexpected or doubled keyword argument: " + keywords.keySet());
    }
    return new BoundArguments(callee, values);
  }
}
