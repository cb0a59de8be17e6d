// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs statements. */
final class Interpreter implements Statement.Visitor<Activation, Flow> {
  private final RenderState state;
  private final Frames frames;
  private final ExpressionEvaluator expressions;
  private final LoopRunner loops;

  Interpreter(RenderState state, Frames frames) {
    this.state = state;
    this.frames = frames;
    this.expressions = new ExpressionEvaluator(state);
    this.loops = new LoopRunner(state, frames, expressions, this);
  }

  /** The text of a body that runs in a frame. */
  String render(List<Statement> body, Scope scope) {
    TextBuilder out = new TextBuilder(state.budget());
    run(body, new Activation(scope, out));
    return out.toString();
  }

  Flow run(List<Statement> body, Activation activation) {
    for (Statement statement : body) {
      state.budget().step();
      Flow flow = statement.accept(this, activation);
      if (flow != Flow.NEXT) {
        return flow;
      }
    }
    return Flow.NEXT;
  }

  @Override
  public Flow visitData(Statement.Data node, Activation activation) {
    activation.out().append(node.text());
    return Flow.NEXT;
  }

  @Override
  public Flow visitPrint(Statement.Print node, Activation activation) {
    Object value = expressions.evaluate(node.value(), activation.scope());
    activation.out().append(state.str(value));
    return Flow.NEXT;
  }

  @Override
  public Flow visitIf(Statement.If node, Activation activation) {
    for (Statement.Branch branch : node.branches()) {
      if (expressions.isTrue(branch.test(), activation.scope())) {
        return run(branch.body(), activation);
      }
    }
    return run(node.otherwise(), activation);
  }

  @Override
  public Flow visitFor(Statement.For node, Activation activation) {
    return loops.run(node, activation);
  }

  @Override
  public Flow visitSet(Statement.Set node, Activation activation) {
    Object value = expressions.evaluate(node.value(), activation.scope());
    assign(node.target(), value, activation.scope());
    return Flow.NEXT;
  }

  /** Assigns a value to a target; a tuple of targets takes the value's elements. */
  void assign(Target target, Object value, Scope scope) {
    if (target instanceof Target.NameTarget name) {
      scope.set(name.name(), value);
      return;
    }
    state.at(target.offset());
    if (target instanceof Target.NamespaceTarget attribute) {
      if (!(scope.get(attribute.namespace()) instanceof Namespace namespace)) {
        throw new EvaluationError("cannot assign attribute on non-namespace object");
      }
      namespace.set(attribute.attribute(), value);
    } else if (target instanceof Target.TupleTarget tuple) {
      unpack(tuple.items(), value, scope);
    }
  }

  private void unpack(List<Target> targets, Object value, Scope scope) {
    if (!Values.isIterable(value)) {
      throw EvaluationError.type(
          "cannot unpack non-iterable " + Values.typeName(value) + " object");
    }
    Iterator<Object> elements = Values.iterator(value);
    for (int i = 0; i < targets.size(); i++) {
      if (!elements.hasNext()) {
        throw EvaluationError.value(
            "not enough values to unpack (expected " + targets.size() + ", got " + i + ")");
      }
      assign(targets.get(i), elements.next(), scope);
    }
    if (elements.hasNext()) {
      throw EvaluationError.value("too many values to unpack (expected " + targets.size() + ")");
    }
  }

  @Override
  public Flow visitSetBlock(Statement.SetBlock node, Activation activation) {
    Scope inner = activation.scope().inner(frames.body(node));
    TextBuilder out = new TextBuilder(state.budget());
    Flow flow = run(node.body(), new Activation(inner, out));
    if (flow == Flow.NEXT) {
      assign(node.target(), filtered(node.filter(), out.toString(), inner), activation.scope());
    }
    return flow;
  }

  private Object filtered(Optional<Expression> filter, String text, Scope scope) {
    return filter.isPresent() ? expressions.applyFilters(filter.get(), text, scope) : text;
  }

  @Override
  public Flow visitFilterBlock(Statement.FilterBlock node, Activation activation) {
    Scope inner = activation.scope().inner(frames.body(node));
    TextBuilder out = new TextBuilder(state.budget());
    Flow flow = run(node.body(), new Activation(inner, out));
    if (flow == Flow.NEXT) {
      Object text = expressions.applyFilters(node.filter(), out.toString(), inner);
      activation.out().append(state.str(text));
    }
    return flow;
  }

  @Override
  public Flow visitMacro(Statement.MacroDefinition node, Activation activation) {
    Macro macro = macro(Optional.of(node.name()), node.callee(), node, activation.scope());
    activation.scope().set(node.name(), macro);
    return Flow.NEXT;
  }

  private Macro macro(Optional<String> name, Callee callee, Statement node, Scope definition) {
    return new Macro(
        name,
        callee,
        frames.body(node),
        definition,
        expressions,
        scope -> render(callee.body(), scope));
  }

  @Override
  public Flow visitCallBlock(Statement.CallBlock node, Activation activation) {
    Macro caller = macro(Optional.empty(), node.callee(), node, activation.scope());
    Object result =
        expressions.call(node.call(), activation.scope(), Map.of(Callee.CALLER, caller));
    activation.out().append(state.str(result));
    return Flow.NEXT;
  }

  @Override
  public Flow visitWith(Statement.With node, Activation activation) {
    Scope inner = activation.scope().inner(frames.body(node));
    for (int i = 0; i < node.targets().size(); i++) {
      Object value = expressions.evaluate(node.values().get(i), activation.scope());
      assign(node.targets().get(i), value, inner);
    }
    return run(node.body(), activation.with(inner));
  }

  @Override
  public Flow visitScoped(Statement.Scoped node, Activation activation) {
    Scope inner = activation.scope().inner(frames.body(node));
    return run(node.body(), activation.with(inner));
  }

  @Override
  public Flow visitLoopControl(Statement.LoopControl node, Activation activation) {
    return node.isBreak() ? Flow.BREAK : Flow.CONTINUE;
  }

  @Override
  public Flow visitUnsupported(Statement.Unsupported node, Activation activation) {
    state.at(node.offset());
    throw new EvaluationError("tag '" + node.tag() + "' is unsupported in chat templates");
  }
}
