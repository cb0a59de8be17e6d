// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settles the names of every frame of a template. Each frame is analysed as a whole before the
 * frames inside it, since those see all of its names.
 */
final class ScopeAnalyzer implements Statement.Visitor<Symbols, @Nullable Void> {
  private final SymbolCollector collector = new SymbolCollector();
  private final Frames frames;
  private final Symbols root;

  private ScopeAnalyzer(List<Statement> template) {
    this.root = new Symbols(Optional.empty());
    this.frames = Frames.withRoot(root.names());
    collector.collect(template, root);
  }

  static Frames analyze(List<Statement> template) {
    ScopeAnalyzer analyzer = new ScopeAnalyzer(template);
    analyzer.enter(template, analyzer.root);
    return analyzer.frames;
  }

  private void enter(List<Statement> statements, Symbols symbols) {
    statements.forEach(s -> s.accept(this, symbols));
  }

  private static Symbols inside(Symbols outer) {
    return new Symbols(Optional.of(outer));
  }

  private @Nullable Void body(Statement statement, List<Statement> body, Symbols frame) {
    analyze(statement, body, frame, frames.bodies());
    return null;
  }

  private <S extends Statement> void analyze(
      S statement,
      List<Statement> body,
      Symbols frame,
      Map<? super S, Map<String, Symbols.Initial>> kind) {
    collector.collect(body, frame);
    kind.put(statement, frame.names());
    enter(body, frame);
  }

  @Override
  public @Nullable Void visitFor(Statement.For node, Symbols symbols) {
    Symbols loop = inside(symbols);
    loop.parameter("loop");
    node.target().names().forEach(loop::parameter);
    body(node, node.body(), loop);
    analyze(node, node.otherwise(), inside(symbols), frames.loopElse());
    node.test()
        .ifPresent(
            condition -> {
              Symbols test = inside(symbols);
              node.target().names().forEach(test::parameter);
              collector.load(condition, test);
              frames.loopTests().put(node, test.names());
            });
    return null;
  }

  @Override
  public @Nullable Void visitMacro(Statement.MacroDefinition node, Symbols symbols) {
    return callee(node, node.callee(), symbols);
  }

  @Override
  public @Nullable Void visitCallBlock(Statement.CallBlock node, Symbols symbols) {
    return callee(node, node.callee(), symbols);
  }

  private @Nullable Void callee(Statement statement, Callee callee, Symbols symbols) {
    Symbols frame = inside(symbols);
    callee.parameters().forEach(frame::parameter);
    callee.extras().forEach(frame::parameter);
    callee.defaults().forEach(value -> collector.load(value, frame));
    return body(statement, callee.body(), frame);
  }

  @Override
  public @Nullable Void visitIf(Statement.If node, Symbols symbols) {
    node.branches().forEach(branch -> enter(branch.body(), symbols));
    enter(node.otherwise(), symbols);
    return null;
  }

  @Override
  public @Nullable Void visitSetBlock(Statement.SetBlock node, Symbols symbols) {
    Symbols frame = inside(symbols);
    node.filter().ifPresent(filter -> collector.load(filter, frame));
    return body(node, node.body(), frame);
  }

  @Override
  public @Nullable Void visitFilterBlock(Statement.FilterBlock node, Symbols symbols) {
    Symbols frame = inside(symbols);
    collector.load(node.filter(), frame);
    return body(node, node.body(), frame);
  }

  @Override
  public @Nullable Void visitWith(Statement.With node, Symbols symbols) {
    Symbols frame = inside(symbols);
    node.targets().stream().flatMap(Target::names).forEach(frame::parameter);
    return body(node, node.body(), frame);
  }

  @Override
  public @Nullable Void visitScoped(Statement.Scoped node, Symbols symbols) {
    return body(node, node.body(), inside(symbols));
  }

  @Override
  public @Nullable Void visitData(Statement.Data node, Symbols symbols) {
    return null;
  }

  @Override
  public @Nullable Void visitPrint(Statement.Print node, Symbols symbols) {
    return null;
  }

  @Override
  public @Nullable Void visitSet(Statement.Set node, Symbols symbols) {
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
