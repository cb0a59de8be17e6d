// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Arguments assigned to parameters, read by the parameter's position. */
final class BoundArguments {
  private final String callee;
  private final Object[] values;

  BoundArguments(String callee, Object[] values) {
    this.callee = callee;
    this.values = values;
  }

  boolean has(int index) {
    return values[index] != Missing.MISSING;
  }

  /** The argument, which must be given or required. */
  Object get(int index) {
    return values[index];
  }

  Object get(int index, Object absent) {
    return has(index) ? values[index] : absent;
  }

  /** The argument, or none if it is absent. */
  Object optional(int index) {
    return get(index, None.NONE);
  }

  boolean truth(int index, boolean absent) {
    return has(index) ? Values.isTrue(values[index]) : absent;
  }

  /** An integer, cut to the range of int. */
  int integer(int index, int absent) {
    if (!has(index)) {
      return absent;
    }
    Object value = values[index];
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (!Numbers.isInteger(value)) {
      throw EvaluationError.type(
          callee
              + "(): '"
              + Values.typeName(value)
              + "' object cannot be interpreted as an integer");
    }
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, Numbers.clamp(value)));
  }

  /** A string. */
  String text(int index) {
    Object value = values[index];
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (!Values.isText(value)) {
      throw EvaluationError.type(callee + "() argument must be str, not " + Values.typeName(value));
    }
    return Values.text(value);
  }

  String text(int index, String absent) {
    return has(index) ? text(index) : absent;
  }
}
