// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes expressions in a frame. */
final class ExpressionEvaluator implements Expression.Visitor<Scope, Object> {
  private final RenderState state;
  private final Budget budget;
  private final Operators operators;

  ExpressionEvaluator(RenderState state) {
    this.state = state;
    this.budget = state.budget();
    this.operators = new Operators(state);
  }

  Object evaluate(Expression expression, Scope scope) {
    budget.step();
    return expression.accept(this, scope);
  }

  boolean isTrue(Expression expression, Scope scope) {
    return Values.isTrue(evaluate(expression, scope));
  }

  private List<Object> evaluateAll(List<Expression> expressions, Scope scope) {
    List<Object> values = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      values.add(evaluate(expression, scope));
    }
    return values;
  }

  @Override
  public Object visitLiteral(Expression.Literal node, Scope scope) {
    return node.value();
  }

  @Override
  public Object visitName(Expression.Name node, Scope scope) {
    state.at(node.offset());
    return scope.get(node.name());
  }

  @Override
  public Object visitList(Expression.ListLiteral node, Scope scope) {
    budget.elements(node.items().size());
    List<Object> items = evaluateAll(node.items(), scope);
    return node.tuple() ? Tuple.of(items) : items;
  }

  @Override
  public Object visitDict(Expression.DictLiteral node, Scope scope) {
    budget.elements(node.keys().size());
    Map<Object, Object> dict = new LinkedHashMap<>();
    for (int i = 0; i < node.keys().size(); i++) {
      Object key = evaluate(node.keys().get(i), scope);
      Object value = evaluate(node.values().get(i), scope);
      state.at(node.offset());
      Dicts.put(dict, key, value);
    }
    return dict;
  }

  @Override
  public Object visitUnary(Expression.Unary node, Scope scope) {
    Object operand = evaluate(node.operand(), scope);
    state.at(node.offset());
    return node.operator() == UnaryOperator.NOT
        ? (Object) !Values.isTrue(operand)
        : operators.unary(node.operator(), operand);
  }

  @Override
  public Object visitBinary(Expression.Binary node, Scope scope) {
    Object left = evaluate(node.left(), scope);
    if (node.operator() == BinaryOperator.AND) {
      return Values.isTrue(left) ? evaluate(node.right(), scope) : left;
    }
    if (node.operator() == BinaryOperator.OR) {
      return Values.isTrue(left) ? left : evaluate(node.right(), scope);
    }
    Object right = evaluate(node.right(), scope);
    state.at(node.offset());
    return operators.binary(node.operator(), left, right);
  }

  @Override
  public Object visitConcat(Expression.Concat node, Scope scope) {
    TextBuilder text = new TextBuilder(budget);
    for (Object part : evaluateAll(node.parts(), scope)) {
      text.append(state.str(part));
    }
    return text.toString();
  }

  @Override
  public Object visitCompare(Expression.Compare node, Scope scope) {
    Object left = evaluate(node.operands().get(0), scope);
    for (int i = 0; i < node.operators().size(); i++) {
      Object right = evaluate(node.operands().get(i + 1), scope);
      state.at(node.offset());
      if (!state.comparison().holds(node.operators().get(i), left, right)) {
        return false;
      }
      left = right;
    }
    return true;
  }

  @Override
  public Object visitConditional(Expression.Conditional node, Scope scope) {
    if (isTrue(node.test(), scope)) {
      return evaluate(node.then(), scope);
    }
    return node.otherwise().isPresent()
        ? evaluate(node.otherwise().get(), scope)
        : Undefined.because(
            "the inline if-expression evaluated to false and no else section was defined.");
  }

  @Override
  public Object visitAttribute(Expression.Attribute node, Scope scope) {
    Object object = evaluate(node.object(), scope);
    state.at(node.offset());
    return Attributes.getAttribute(state, object, node.name());
  }

  @Override
  public Object visitItem(Expression.Item node, Scope scope) {
    Object object = evaluate(node.object(), scope);
    Object key = evaluate(node.key(), scope);
    state.at(node.offset());
    return Attributes.getItem(state, object, key);
  }

  @Override
  public Object visitSlice(Expression.Slice node, Scope scope) {
    Object object = evaluate(node.object(), scope);
    Object start = evaluateBound(node.start(), scope);
    Object stop = evaluateBound(node.stop(), scope);
    Object step = evaluateBound(node.step(), scope);
    state.at(node.offset());
    return Slices.slice(budget, object, start, stop, step);
  }

  private Object evaluateBound(Optional<Expression> bound, Scope scope) {
    return bound.isPresent() ? evaluate(bound.get(), scope) : None.NONE;
  }

  @Override
  public Object visitCall(Expression.Call node, Scope scope) {
    return call(node, scope, Map.of());
  }

  /**
   * Calls a callable.
   *
   * @param more keyword arguments besides those written
   */
  Object call(Expression.Call node, Scope scope, Map<String, Object> more) {
    Object callee = evaluate(node.callee(), scope);
    Arguments arguments = evaluateArguments(node.arguments(), scope, more);
    state.at(node.offset());
    return state.call(callee, arguments);
  }

  private Arguments evaluateArguments(CallArguments node, Scope scope, Map<String, Object> more) {
    if (node == CallArguments.EMPTY && more.isEmpty()) {
      return Arguments.NONE;
    }
    List<Object> positional = evaluateAll(node.positional(), scope);
    Map<String, Object> keywords = new LinkedHashMap<>();
    for (CallArguments.Keyword keyword : node.keywords()) {
      keywords.put(keyword.name(), evaluate(keyword.value(), scope));
    }
    if (node.rest().isPresent()) {
      positional.addAll(Values.list(budget, evaluate(node.rest().get(), scope)));
    }
    if (node.keywordRest().isPresent()) {
      addKeywords(evaluate(node.keywordRest().get(), scope), keywords);
    }
    keywords.putAll(more);
    return new Arguments(positional, keywords);
  }

  private static void addKeywords(Object rest, Map<String, Object> keywords) {
    if (!(rest instanceof Map<?, ?>)) {
      throw EvaluationError.type("argument after ** must be a mapping");
    }
    Values.dict(rest)
        .forEach(
            (name, value) -> {
              if (!(name instanceof String text)) {
                throw EvaluationError.type("keywords must be strings");
              }
              if (keywords.put(text, value) != null) {
                throw EvaluationError.type(
                    "got multiple values for keyword argument '" + text + "'");
              }
            });
  }

  @Override
  public Object visitFilter(Expression.FilterCall node, Scope scope) {
    Expression value =
        node.value()
            .orElseThrow(() -> new IllegalStateException("filter without a value: " + node.name()));
    return applyFilter(node, evaluate(value, scope), scope);
  }

  private Object applyFilter(Expression.FilterCall node, Object value, Scope scope) {
    Arguments arguments = evaluateArguments(node.arguments(), scope, Map.of());
    state.at(node.offset());
    return Filters.apply(state, node.name(), value, arguments);
  }

  /** Applies the filters of a filter or set block, innermost first, to the block's text. */
  Object applyFilters(Expression filters, String text, Scope scope) {
    if (!(filters instanceof Expression.FilterCall node)) {
      throw new IllegalStateException("not a filter: " + filters);
    }
    Object value = node.value().isPresent() ? applyFilters(node.value().get(), text, scope) : text;
    return applyFilter(node, value, scope);
  }

  @Override
  public Object visitTest(Expression.TestCall node, Scope scope) {
    Object value = evaluate(node.value(), scope);
    Arguments arguments = evaluateArguments(node.arguments(), scope, Map.of());
    state.at(node.offset());
    return Tests.holds(state, node.name(), value, arguments);
  }
}
