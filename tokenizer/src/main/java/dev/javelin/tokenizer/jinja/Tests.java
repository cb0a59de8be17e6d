// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** All tests, by name: {@code value is name(arguments)}. */
final class Tests {
  /** The answer of a test for a value. */
  interface Test {
    boolean holds(RenderState state, Object value, Arguments arguments);
  }

  private static final Map<String, Test> TESTS = all();

  private Tests() {}

  static Optional<Test> find(String name) {
    return Optional.ofNullable(TESTS.get(name));
  }

  /** The test's answer; the name is looked up only now. */
  static boolean holds(RenderState state, String name, Object value, Arguments arguments) {
    return find(name)
        .orElseThrow(() -> new EvaluationError("No test named '" + name + "'"))
        .holds(state, value, arguments);
  }

  private static Map<String, Test> all() {
    Map<String, Test> tests = new HashMap<>();
    addTypes(tests);
    addComparisons(tests);
    tests.put("odd", (state, value, arguments) -> isParity(state, value, arguments, 1));
    tests.put("even", (state, value, arguments) -> isParity(state, value, arguments, 0));
    tests.put("divisibleby", Tests::divisibleBy);
    text(tests, "lower", PredicateMethods::isLower);
    text(tests, "upper", PredicateMethods::isUpper);
    text(tests, "filter", name -> Filters.find(name).isPresent());
    text(tests, "test", name -> find(name).isPresent());
    return Map.copyOf(tests);
  }

  private static void text(Map<String, Test> tests, String name, Predicate<String> test) {
    tests.put(
        name,
        (state, value, arguments) -> {
          arguments.bind(name, 0);
          return test.test(state.str(value));
        });
  }

  private static void addTypes(Map<String, Test> tests) {
    type(tests, "defined", value -> !(value instanceof Undefined));
    type(tests, "undefined", value -> value instanceof Undefined);
    type(tests, "none", value -> value == None.NONE);
    type(tests, "boolean", value -> value instanceof Boolean);
    type(tests, "true", value -> value.equals(true));
    type(tests, "false", value -> value.equals(false));
    type(tests, "integer", value -> value instanceof Long || value instanceof BigInteger);
    type(tests, "float", value -> value instanceof Double);
    type(tests, "number", Numbers::isNumber);
    type(tests, "string", Values::isText);
    type(tests, "mapping", value -> value instanceof Map<?, ?>);
    type(tests, "sequence", Tests::isSequence);
    type(tests, "iterable", Values::isIterable);
    type(tests, "callable", Tests::isCallable);
    type(tests, "escaped", value -> value instanceof Markup);
  }

  private static void type(Map<String, Test> tests, String name, Predicate<Object> test) {
    tests.put(
        name,
        (state, value, arguments) -> {
          arguments.bind(name, 0);
          return test.test(value);
        });
  }

  private static boolean isCallable(Object value) {
    return value instanceof TemplateCallable || value instanceof Undefined;
  }

  private static boolean isSequence(Object value) {
    return Values.isText(value)
        || value instanceof List<?>
        || value instanceof Map<?, ?>
        || value instanceof Tuple
        || value instanceof Range
        || value instanceof Undefined;
  }

  private static void addComparisons(Map<String, Test> tests) {
    comparison(tests, ComparisonOperator.EQ, "==", "eq", "equalto");
    comparison(tests, ComparisonOperator.NE, "!=", "ne");
    comparison(tests, ComparisonOperator.GT, ">", "gt", "greaterthan");
    comparison(tests, ComparisonOperator.GE, ">=", "ge");
    comparison(tests, ComparisonOperator.LT, "<", "lt", "lessthan");
    comparison(tests, ComparisonOperator.LE, "<=", "le");
    comparison(tests, ComparisonOperator.IN, "in");
    tests.put("sameas", (state, value, arguments) -> same(value, operand(arguments)));
  }

  private static void comparison(
      Map<String, Test> tests, ComparisonOperator operator, String... names) {
    for (String name : names) {
      tests.put(
          name,
          (state, value, arguments) ->
              state.comparison().holds(operator, value, operand(arguments)));
    }
  }

  private static Object operand(Arguments arguments) {
    return arguments.bind("test", 1, "other").get(0);
  }

  /** Identity; equal booleans, none and small integers are identical in Python too. */
  private static boolean same(Object value, Object other) {
    boolean unique = value instanceof Boolean || value instanceof Long;
    return value == other || (unique && value.equals(other));
  }

  private static boolean divisibleBy(RenderState state, Object value, Arguments arguments) {
    BoundArguments bound = arguments.bind("divisibleby", 1, "num");
    return state.comparison().equal(remainder(state, value, bound.get(0)), 0L);
  }

  private static boolean isParity(
      RenderState state, Object value, Arguments arguments, long parity) {
    arguments.bind("parity", 0);
    return state.comparison().equal(remainder(state, value, 2L), parity);
  }

  private static Object remainder(RenderState state, Object value, Object divisor) {
    return new Operators(state).binary(BinaryOperator.MODULO, value, divisor);
  }
}
