// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;

/** Runs {@code for} loops. */
final class LoopRunner {
  private final RenderState state;
  private final Frames frames;
  private final ExpressionEvaluator expressions;
  private final Interpreter interpreter;

  LoopRunner(
      RenderState state, Frames frames, ExpressionEvaluator expressions, Interpreter interpreter) {
    this.state = state;
    this.frames = frames;
    this.expressions = expressions;
    this.interpreter = interpreter;
  }

  Flow run(Statement.For loop, Activation activation) {
    Object iterable = expressions.evaluate(loop.iterable(), activation.scope());
    state.at(loop.iterable().offset());
    return run(loop, iterable, activation, 0);
  }

  private Flow run(Statement.For loop, Object iterable, Activation activation, int depth0) {
    LoopContext context = context(loop, iterable, activation.scope(), depth0);
    boolean empty = true;
    while (context.hasNext()) {
      empty = false;
      state.budget().step();
      Object element = context.next();
      Scope scope = activation.scope().inner(frames.body(loop));
      scope.set("loop", context);
      interpreter.assign(loop.target(), element, scope);
      if (interpreter.run(loop.body(), activation.with(scope)) == Flow.BREAK) {
        return Flow.NEXT;
      }
    }
    if (!empty || loop.otherwise().isEmpty()) {
      return Flow.NEXT;
    }
    Scope scope = activation.scope().inner(frames.elseOf(loop));
    return interpreter.run(loop.otherwise(), activation.with(scope));
  }

  private LoopContext context(Statement.For loop, Object iterable, Scope scope, int depth0) {
    Optional<LoopContext.Recursion> recursion =
        loop.recursive()
            ? Optional.of((inner, depth) -> renderAgain(loop, inner, scope, depth))
            : Optional.empty();
    Iterator<Object> elements = Values.iterator(iterable);
    OptionalInt length = Values.size(iterable);
    if (loop.test().isPresent()) {
      elements = accepted(loop, loop.test().get(), elements, scope);
      length = OptionalInt.empty();
    }
    return new LoopContext(state.budget(), elements, length, recursion, depth0);
  }

  /** The elements for which the loop's test holds, in a frame where only the target is assigned. */
  private Iterator<Object> accepted(
      Statement.For loop, Expression test, Iterator<Object> elements, Scope scope) {
    return new SelectedElements(
        state.budget(),
        elements,
        element -> {
          Scope inner = scope.inner(frames.testOf(loop));
          interpreter.assign(loop.target(), element, inner);
          return expressions.isTrue(test, inner);
        });
  }

  private Object renderAgain(Statement.For loop, Object iterable, Scope scope, int depth0) {
    state.budget().enterCall();
    TextBuilder out = new TextBuilder(state.budget());
    run(loop, iterable, new Activation(scope, out), depth0);
    state.budget().leaveCall();
    return out.toString();
  }
}
