// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement of a template. Offsets point into the normalized source. */
sealed interface Statement {
  int offset();

  <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context);

  /** The statements of all bodies directly inside, in source order. */
  default List<Statement> nested() {
    return List.of();
  }

  /** The expressions directly inside, in source order; none of those of the bodies. */
  default List<Expression> expressions() {
    return List.of();
  }

  /** The statements and all those inside them, in source order. */
  static Stream<Statement> flatten(List<Statement> statements) {
    return statements.stream().flatMap(s -> Stream.concat(Stream.of(s), flatten(s.nested())));
  }

  /** Text outside of tags. */
  record Data(String text, int offset) implements Statement {
    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitData(this, context);
    }
  }

  /** {@code {{ value }}}. */
  record Print(Expression value, int offset) implements Statement {
    @Override
    public List<Expression> expressions() {
      return List.of(value);
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitPrint(this, context);
    }
  }

  /** {@code if} and its {@code elif} branches, then {@code else}. */
  record If(List<Branch> branches, List<Statement> otherwise, int offset) implements Statement {
    @Override
    public List<Statement> nested() {
      return Stream.concat(
              branches.stream().flatMap(branch -> branch.body().stream()), otherwise.stream())
          .toList();
    }

    @Override
    public List<Expression> expressions() {
      return branches.stream().map(Branch::test).toList();
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitIf(this, context);
    }
  }

  /** One test and what runs if it holds. */
  record Branch(Expression test, List<Statement> body) {}

  /** {@code for target in iterable if test}, with its {@code else} for no element. */
  record For(
      Target target,
      Expression iterable,
      Optional<Expression> test,
      boolean recursive,
      List<Statement> body,
      List<Statement> otherwise,
      int offset)
      implements Statement {
    @Override
    public List<Statement> nested() {
      return Stream.concat(body.stream(), otherwise.stream()).toList();
    }

    @Override
    public List<Expression> expressions() {
      return Stream.concat(Stream.of(iterable), test.stream()).toList();
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitFor(this, context);
    }
  }

  /** {@code set target = value}. */
  record Set(Target target, Expression value, int offset) implements Statement {
    @Override
    public List<Expression> expressions() {
      return List.of(value);
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitSet(this, context);
    }
  }

  /** {@code set target | filter} with the text of a body. */
  record SetBlock(Target target, Optional<Expression> filter, List<Statement> body, int offset)
      implements Statement {
    @Override
    public List<Statement> nested() {
      return body;
    }

    @Override
    public List<Expression> expressions() {
      return filter.stream().toList();
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitSetBlock(this, context);
    }
  }

  /** {@code macro name(parameters)}. */
  record MacroDefinition(String name, Callee callee, int offset) implements Statement {
    @Override
    public List<Statement> nested() {
      return callee.body();
    }

    @Override
    public List<Expression> expressions() {
      return callee.defaults();
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitMacro(this, context);
    }
  }

  /** {@code call(parameters) target()}: the body becomes the target's {@code caller}. */
  record CallBlock(Expression.Call call, Callee callee, int offset) implements Statement {
    @Override
    public List<Statement> nested() {
      return callee.body();
    }

    @Override
    public List<Expression> expressions() {
      return Stream.concat(Stream.of(call), callee.defaults().stream()).toList();
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitCallBlock(this, context);
    }
  }

  /** {@code filter name}: a body whose text goes through filters. */
  record FilterBlock(Expression filter, List<Statement> body, int offset) implements Statement {
    @Override
    public List<Statement> nested() {
      return body;
    }

    @Override
    public List<Expression> expressions() {
      return List.of(filter);
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitFilterBlock(this, context);
    }
  }

  /** {@code with a = 1}; targets and values have the same length. */
  record With(List<Target> targets, List<Expression> values, List<Statement> body, int offset)
      implements Statement {
    @Override
    public List<Statement> nested() {
      return body;
    }

    @Override
    public List<Expression> expressions() {
      return values;
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitWith(this, context);
    }
  }

  /** A body with variables of its own: {@code generation} and {@code block}. */
  record Scoped(List<Statement> body, int offset) implements Statement {
    @Override
    public List<Statement> nested() {
      return body;
    }

    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitScoped(this, context);
    }
  }

  /** {@code break} or {@code continue}. */
  record LoopControl(boolean isBreak, int offset) implements Statement {
    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitLoopControl(this, context);
    }
  }

  /** A tag that fails when it is reached, such as {@code include}: there is nothing to load. */
  record Unsupported(String tag, int offset) implements Statement {
    @Override
    public <C, R extends @Nullable Object> R accept(Visitor<C, R> visitor, C context) {
      return visitor.visitUnsupported(this, context);
    }
  }

  /** One method for each kind of statement. */
  interface Visitor<C, R extends @Nullable Object> {
    R visitData(Data node, C context);

    R visitPrint(Print node, C context);

    R visitIf(If node, C context);

    R visitFor(For node, C context);

    R visitSet(Set node, C context);

    R visitSetBlock(SetBlock node, C context);

    R visitMacro(MacroDefinition node, C context);

    R visitCallBlock(CallBlock node, C context);

    R visitFilterBlock(FilterBlock node, C context);

    R visitWith(With node, C context);

    R visitScoped(Scoped node, C context);

    R visitLoopControl(LoopControl node, C context);

    R visitUnsupported(Unsupported node, C context);
  }
}
