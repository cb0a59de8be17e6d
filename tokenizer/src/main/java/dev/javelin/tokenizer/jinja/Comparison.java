// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Equality, order and membership of values, as in Python. */
final class Comparison {
  /** Strings shorter than this are not charged for being compared. */
  private static final int FREE_LENGTH = 64;

  private final Budget budget;

  Comparison(Budget budget) {
    this.budget = budget;
  }

  boolean equal(Object left, Object right) {
    return equal(left, right, 0);
  }

  private boolean equal(Object left, Object right, int depth) {
    Budget.checkValueDepth(depth);
    if (left == right) {
      return !Numbers.isNaN(left);
    }
    if (left instanceof String a && right instanceof String b) {
      return equalText(a, b);
    }
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      boolean nan = Numbers.isNaN(left) || Numbers.isNaN(right);
      return !nan && Numbers.compare(left, right) == 0;
    }
    if (left instanceof List<?> && right instanceof List<?>
        || left instanceof Tuple && right instanceof Tuple) {
      return equalItems(Values.items(left), Values.items(right), depth);
    }
    if (left instanceof Map<?, ?> && right instanceof Map<?, ?>) {
      return equalDicts(Values.dict(left), Values.dict(right), depth);
    }
    if (Values.isText(left) && Values.isText(right)) {
      return equalText(Values.text(left), Values.text(right));
    }
    if (left instanceof Range && right instanceof Range) {
      return equalItems(Values.list(budget, left), Values.list(budget, right), depth);
    }
    return left instanceof Undefined && right instanceof Undefined;
  }

  private boolean equalText(String left, String right) {
    if (left.length() != right.length()) {
      return false;
    }
    chargeText(left.length());
    return left.equals(right);
  }

  private void chargeText(int length) {
    if (length > FREE_LENGTH) {
      budget.characters(length);
    }
  }

  private boolean equalItems(List<Object> left, List<Object> right, int depth) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      budget.step();
      if (!equal(left.get(i), right.get(i), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  private boolean equalDicts(Map<Object, Object> left, Map<Object, Object> right, int depth) {
    if (left.size() != right.size()) {
      return false;
    }
    for (Map.Entry<Object, Object> entry : left.entrySet()) {
      budget.step();
      Optional<Object> other = Dicts.get(right, entry.getKey());
      if (other.isEmpty() || !equal(entry.getValue(), other.get(), depth + 1)) {
        return false;
      }
    }
    return true;
  }

  /** Whether any of the relations holds, equality and membership included. */
  boolean holds(ComparisonOperator operator, Object left, Object right) {
    return switch (operator) {
      case EQ -> equal(left, right);
      case NE -> !equal(left, right);
      case IN -> contains(right, left);
      case NOT_IN -> !contains(right, left);
      default -> ordered(operator, left, right);
    };
  }

  /** Whether the relation LT, LE, GT or GE holds. */
  boolean ordered(ComparisonOperator operator, Object left, Object right) {
    if (Numbers.isNaN(left) && Numbers.isNumber(right)
        || Numbers.isNaN(right) && Numbers.isNumber(left)) {
      return false;
    }
    int order = order(operator, left, right, 0);
    return switch (operator) {
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
      default -> throw new IllegalArgumentException("not an order: operator=" + operator);
    };
  }

  private int order(ComparisonOperator operator, Object left, Object right, int depth) {
    Budget.checkValueDepth(depth);
    budget.step();
    if (left instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (right instanceof Undefined undefined) {
      throw undefined.error();
    }
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return Numbers.compare(left, right);
    }
    if (Values.isText(left) && Values.isText(right)) {
      return compareText(Values.text(left), Values.text(right));
    }
    if (left instanceof List<?> && right instanceof List<?>
        || left instanceof Tuple && right instanceof Tuple) {
      return orderItems(operator, Values.items(left), Values.items(right), depth);
    }
    throw EvaluationError.type(
        "'"
            + operator.symbol()
            + "' not supported between instances of '"
            + Values.typeName(left)
            + "' and '"
            + Values.typeName(right)
            + "'");
  }

  private int orderItems(
      ComparisonOperator operator, List<Object> left, List<Object> right, int depth) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      if (!equal(left.get(i), right.get(i), depth + 1)) {
        return order(operator, left.get(i), right.get(i), depth + 1);
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  /** The order by code points, in which characters beyond U+FFFF come last. */
  private int compareText(String left, String right) {
    int common = Math.min(left.length(), right.length());
    chargeText(common);
    for (int i = 0; i < common; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        boolean sameKind = Character.isSurrogate(a) == Character.isSurrogate(b);
        return sameKind ? a - b : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return left.length() - right.length();
  }

  /** The operator {@code in}. */
  boolean contains(Object container, Object value) {
    if (Values.isText(container)) {
      if (!Values.isText(value)) {
        throw EvaluationError.type(
            "'in <string>' requires string as left operand, not " + Values.typeName(value));
      }
      return containsText(Values.text(container), Values.text(value));
    }
    if (container instanceof Map<?, ?>) {
      return Dicts.containsKey(Values.dict(container), value);
    }
    if (container instanceof DictView view && view.kind() == DictView.Kind.KEYS) {
      return Dicts.containsKey(view.dict(), value);
    }
    if (!Values.isIterable(container)) {
      throw EvaluationError.type(
          "argument of type '" + Values.typeName(container) + "' is not iterable");
    }
    Iterator<Object> elements = Values.iterator(container);
    while (elements.hasNext()) {
      budget.step();
      if (equal(elements.next(), value)) {
        return true;
      }
    }
    return false;
  }

  private boolean containsText(String text, String part) {
    budget.characters(Searching.cost(text, part));
    return text.contains(part);
  }
}
