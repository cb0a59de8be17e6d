// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An expression of a template. Offsets point into the normalized source. */
sealed interface Expression {

  /** Where the expression, or its operator, stands. */
  int offset();

  /** The expressions directly inside, in source order. */
  List<Expression> children();

  <C, R> R accept(Visitor<C, R> visitor, C context);

  /** A literal none, boolean, number or string. */
  record Literal(Object value, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return List.of();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitLiteral(this, context);
    }
  }

  /** A variable that is read. */
  record Name(String name, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return List.of();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitName(this, context);
    }
  }

  /** {@code [a, b]}, or a tuple. */
  record ListLiteral(List<Expression> items, boolean tuple, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return items;
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitList(this, context);
    }
  }

  /** {@code {k: v}}; keys and values have the same length. */
  record DictLiteral(List<Expression> keys, List<Expression> values, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return Stream.concat(keys.stream(), values.stream()).toList();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitDict(this, context);
    }
  }

  /** {@code +x}, {@code -x} or {@code not x}. */
  record Unary(UnaryOperator operator, Expression operand, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return List.of(operand);
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitUnary(this, context);
    }
  }

  /** Arithmetic, {@code and} and {@code or}. */
  record Binary(BinaryOperator operator, Expression left, Expression right, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return List.of(left, right);
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitBinary(this, context);
    }
  }

  /** {@code a ~ b ~ c}. */
  record Concat(List<Expression> parts, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return parts;
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitConcat(this, context);
    }
  }

  /** A chain of comparisons, {@code a < b <= c}: one operator for each operand after the first. */
  record Compare(List<ComparisonOperator> operators, List<Expression> operands, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return operands;
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitCompare(this, context);
    }
  }

  /** {@code a if test else b}. */
  record Conditional(Expression test, Expression then, Optional<Expression> otherwise, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return Stream.concat(Stream.of(test, then), otherwise.stream()).toList();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitConditional(this, context);
    }
  }

  /** {@code a.name}. */
  record Attribute(Expression object, String name, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return List.of(object);
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitAttribute(this, context);
    }
  }

  /** {@code a[key]}. */
  record Item(Expression object, Expression key, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return List.of(object, key);
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitItem(this, context);
    }
  }

  /** {@code a[start:stop:step]}. */
  record Slice(
      Expression object,
      Optional<Expression> start,
      Optional<Expression> stop,
      Optional<Expression> step,
      int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      List<Expression> children = new ArrayList<>(List.of(object));
      start.ifPresent(children::add);
      stop.ifPresent(children::add);
      step.ifPresent(children::add);
      return children;
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitSlice(this, context);
    }
  }

  /** {@code callee(arguments)}. */
  record Call(Expression callee, CallArguments arguments, int offset) implements Expression {
    @Override
    public List<Expression> children() {
      return Stream.concat(Stream.of(callee), arguments.expressions()).toList();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitCall(this, context);
    }
  }

  /** {@code value | name(arguments)}; in a filter or set block the value is the block's text. */
  record FilterCall(Optional<Expression> value, String name, CallArguments arguments, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return Stream.concat(value.stream(), arguments.expressions()).toList();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitFilter(this, context);
    }
  }

  /** {@code value is name(arguments)}. */
  record TestCall(Expression value, String name, CallArguments arguments, int offset)
      implements Expression {
    @Override
    public List<Expression> children() {
      return Stream.concat(Stream.of(value), arguments.expressions()).toList();
    }

    @Override
    public <C, R> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitTest(this, context);
    }
  }

  /** One method for each kind of expression. */
  interface Visitor<C, R> {
    R visitLiteral(Literal node, C context);

    R visitName(Name node, C context);

    R visitList(ListLiteral node, C context);

    R visitDict(DictLiteral node, C context);

    R visitUnary(Unary node, C context);

    R visitBinary(Binary node, C context);

    R visitConcat(Concat node, C context);

    R visitCompare(Compare node, C context);

    R visitConditional(Conditional node, C context);

    R visitAttribute(Attribute node, C context);

    R visitItem(Item node, C context);

    R visitSlice(Slice node, C context);

    R visitCall(Call node, C context);

    R visitFilter(FilterCall node, C context);

    R visitTest(TestCall node, C context);
  }
}
