// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;

/** Python's operators on values, comparisons excepted. */
final class Operators {
  private final RenderState state;
  private final Budget budget;
  private final Arithmetic arithmetic;

  Operators(RenderState state) {
    this.state = state;
    this.budget = state.budget();
    this.arithmetic = new Arithmetic(budget);
  }

  Object unary(UnaryOperator operator, Object value) {
    failIfUndefined(value);
    if (!Numbers.isNumber(value)) {
      String sign = operator == UnaryOperator.MINUS ? "-" : "+";
      throw EvaluationError.type(
          "bad operand type for unary " + sign + ": '" + Values.typeName(value) + "'");
    }
    return operator == UnaryOperator.MINUS ? arithmetic.negate(value) : arithmetic.plus(value);
  }

  Object binary(BinaryOperator operator, Object left, Object right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return arithmetic.apply(operator, left, right);
    }
    if (operator == BinaryOperator.MODULO && left instanceof String format) {
      return PercentFormat.format(state, format, right);
    }
    failIfUndefined(left);
    failIfUndefined(right);
    if (operator == BinaryOperator.ADD) {
      return add(left, right);
    }
    if (operator == BinaryOperator.MULTIPLY) {
      return Numbers.isInteger(left) ? repeat(right, left) : repeat(left, right);
    }
    throw unsupported(operator, left, right);
  }

  private static void failIfUndefined(Object value) {
    if (value instanceof Undefined undefined) {
      throw undefined.error();
    }
  }

  private static EvaluationError unsupported(BinaryOperator operator, Object left, Object right) {
    return EvaluationError.type(
        "unsupported operand type(s) for "
            + operator.symbol()
            + ": '"
            + Values.typeName(left)
            + "' and '"
            + Values.typeName(right)
            + "'");
  }

  private Object add(Object left, Object right) {
    if (left instanceof String a && right instanceof String b) {
      budget.text((long) a.length() + b.length());
      return a.concat(b);
    }
    if (Values.isText(left) && Values.isText(right)) {
      String a = left instanceof Markup markup ? markup.text() : Markup.escape((String) left);
      String b = right instanceof Markup markup ? markup.text() : Markup.escape((String) right);
      budget.text((long) a.length() + b.length());
      return new Markup(a + b);
    }
    if (left instanceof List<?> && right instanceof List<?>) {
      return joined(left, right);
    }
    if (left instanceof Tuple && right instanceof Tuple) {
      return Tuple.of(joined(left, right));
    }
    if (Values.isText(left)) {
      throw EvaluationError.type(
          "can only concatenate str (not \"" + Values.typeName(right) + "\") to str");
    }
    throw unsupported(BinaryOperator.ADD, left, right);
  }

  private List<Object> joined(Object left, Object right) {
    List<Object> a = Values.items(left);
    List<Object> b = Values.items(right);
    budget.references((long) a.size() + b.size());
    List<Object> result = new ArrayList<>(a.size() + b.size());
    result.addAll(a);
    result.addAll(b);
    return result;
  }

  private Object repeat(Object sequence, Object times) {
    if (!Numbers.isInteger(times)) {
      throw unsupported(BinaryOperator.MULTIPLY, sequence, times);
    }
    long count = Math.max(0, Numbers.clamp(times));
    if (Values.isText(sequence)) {
      String text = Values.text(sequence);
      int repeats = text.isEmpty() ? 0 : (int) Math.min(count, Integer.MAX_VALUE);
      budget.text((long) text.length() * repeats);
      String repeated = text.repeat(repeats);
      return sequence instanceof Markup ? new Markup(repeated) : repeated;
    }
    if (sequence instanceof List<?> || sequence instanceof Tuple) {
      List<Object> items = repeatedItems(Values.items(sequence), count);
      return sequence instanceof Tuple ? Tuple.of(items) : items;
    }
    throw unsupported(BinaryOperator.MULTIPLY, sequence, times);
  }

  private List<Object> repeatedItems(List<Object> items, long count) {
    int repeats = items.isEmpty() ? 0 : (int) Math.min(count, Integer.MAX_VALUE);
    budget.references((long) items.size() * repeats);
    List<Object> result = new ArrayList<>(items.size() * repeats);
    for (int i = 0; i < repeats; i++) {
      result.addAll(items);
    }
    return result;
  }
}
