// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the names that statements read and assign in the frame they stand in. Bodies with a frame
 * of their own are not entered, except that an {@code if} has none.
 */
final class SymbolCollector implements Statement.Visitor<Symbols, @Nullable Void> {

  void collect(List<Statement> statements, Symbols symbols) {
    statements.forEach(s -> s.accept(this, symbols));
  }

  /** Names that an expression reads. */
  void load(Expression expression, Symbols symbols) {
    if (expression instanceof Expression.Name name) {
      symbols.load(name.name());
    }
    expression.children().forEach(child -> load(child, symbols));
  }

  private static void store(Target target, Symbols symbols) {
    if (target instanceof Target.NamespaceTarget namespace) {
      symbols.load(namespace.namespace());
    } else if (target instanceof Target.TupleTarget tuple) {
      tuple.items().forEach(item -> store(item, symbols));
    } else if (target instanceof Target.NameTarget name) {
      symbols.store(name.name());
    }
  }

  @Override
  public @Nullable Void visitData(Statement.Data node, Symbols symbols) {
    return null;
  }

  @Override
  public @Nullable Void visitPrint(Statement.Print node, Symbols symbols) {
    load(node.value(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitIf(Statement.If node, Symbols symbols) {
    collectIf(node.branches(), node.otherwise(), symbols);
    return null;
  }

  private void collectIf(
      List<Statement.Branch> branches, List<Statement> otherwise, Symbols symbols) {
    load(branches.get(0).test(), symbols);
    List<Symbols> found = new ArrayList<>();
    found.add(symbols.branch());
    collect(branches.get(0).body(), found.get(0));
    Symbols elifs = symbols.branch();
    for (Statement.Branch elif : branches.subList(1, branches.size())) {
      collectIf(List.of(elif), List.of(), elifs);
    }
    found.add(elifs);
    Symbols last = symbols.branch();
    collect(otherwise, last);
    found.add(last);
    symbols.merge(found);
  }

  @Override
  public @Nullable Void visitFor(Statement.For node, Symbols symbols) {
    load(node.iterable(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitSet(Statement.Set node, Symbols symbols) {
    load(node.value(), symbols);
    store(node.target(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitSetBlock(Statement.SetBlock node, Symbols symbols) {
    store(node.target(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitMacro(Statement.MacroDefinition node, Symbols symbols) {
    symbols.store(node.name());
    return null;
  }

  @Override
  public @Nullable Void visitCallBlock(Statement.CallBlock node, Symbols symbols) {
    load(node.call(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitFilterBlock(Statement.FilterBlock node, Symbols symbols) {
    load(node.filter(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitWith(Statement.With node, Symbols symbols) {
    node.values().forEach(value -> load(value, symbols));
    return null;
  }

  @Override
  public @Nullable Void visitScoped(Statement.Scoped node, Symbols symbols) {
    return null;
  }

  @Override
  public @Nullable Void visitLoopControl(Statement.LoopControl node, Symbols symbols) {
    return null;
  }

  @Override
  public @Nullable Void visitUnsupported(Statement.Unsupported node, Symbols symbols) {
    return null;
  }
}
