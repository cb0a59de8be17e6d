// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Optional;

/**
 * How {@code tojson} writes, with the defaults of Python's {@code json.dumps} except that other
 * characters than ASCII stay as they are.
 *
 * @param asciiOnly whether all but ASCII is escaped
 * @param indent what one level is indented by; without it everything is on one line
 * @param itemSeparator between elements
 * @param keySeparator between a key and its value
 * @param sortKeys whether keys are sorted
 */
record JsonStyle(
    boolean asciiOnly,
    Optional<String> indent,
    String itemSeparator,
    String keySeparator,
    boolean sortKeys) {

  /** Widest indent; the nesting of a value multiplies it. */
  private static final int MAX_INDENT = 1000;

  static JsonStyle of(BoundArguments arguments) {
    Optional<String> indent = indent(arguments);
    String items = indent.isPresent() ? "," : ", ";
    String keys = ": ";
    Object separators = arguments.optional(2);
    if (separators instanceof List<?> || separators instanceof Tuple) {
      List<Object> pair = Values.items(separators);
      if (pair.size() != 2 || !pair.stream().allMatch(Values::isText)) {
        throw EvaluationError.value("tojson(): separators must be two strings");
      }
      items = Values.text(pair.get(0));
      keys = Values.text(pair.get(1));
    } else if (separators != None.NONE) {
      throw EvaluationError.type("tojson(): separators must be two strings");
    }
    return new JsonStyle(arguments.truth(0, false), indent, items, keys, arguments.truth(3, false));
  }

  private static Optional<String> indent(BoundArguments arguments) {
    Object indent = arguments.optional(1);
    if (indent == None.NONE) {
      return Optional.empty();
    }
    if (Values.isText(indent)) {
      return Optional.of(Values.text(indent));
    }
    int width = Math.max(0, arguments.integer(1, 0));
    if (width > MAX_INDENT) {
      throw EvaluationError.value("tojson(): indent too wide: indent=" + width);
    }
    return Optional.of(" ".repeat(width));
  }
}
