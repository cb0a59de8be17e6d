// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the {@link ContentFormat} of a template by the rules of vLLM 0.32.0: follow assignments of
 * {@code messages}, then loops over it, then loops over {@code content} of their elements or over
 * any variable of that name, without regard to scopes. A target that is no plain name makes the
 * answer STRING.
 */
final class ContentFormatDetector {
  private static final String CONTENT = "content";

  private final List<Statement> all;

  private ContentFormatDetector(List<Statement> template) {
    this.all = Statement.flatten(template).toList();
  }

  static ContentFormat detect(List<Statement> template) {
    ContentFormatDetector detector = new ContentFormatDetector(template);
    Optional<Set<String>> messages = detector.aliasesOfMessages();
    boolean found =
        messages.flatMap(detector::elementsOf).map(detector::loopsOverContent).orElse(false);
    return found ? ContentFormat.OPENAI : ContentFormat.STRING;
  }

  /** The names that {@code messages} or a part of it is assigned to; empty if one is no name. */
  private Optional<Set<String>> aliasesOfMessages() {
    Set<String> names = new LinkedHashSet<>(List.of("messages"));
    Deque<String> open = new ArrayDeque<>(names);
    while (!open.isEmpty()) {
      String name = open.pop();
      for (Statement statement : all) {
        if (statement instanceof Statement.Set set && isVariable(set.value(), name)) {
          if (!(set.target() instanceof Target.NameTarget target)) {
            return Optional.empty();
          }
          if (names.add(target.name())) {
            open.add(target.name());
          }
        }
      }
    }
    return Optional.of(names);
  }

  /** The targets of loops over one of the variables; empty if one is no name. */
  private Optional<Set<String>> elementsOf(Set<String> variables) {
    Set<String> elements = new LinkedHashSet<>();
    for (Statement statement : all) {
      if (statement instanceof Statement.For loop
          && variables.stream().anyMatch(name -> isVariable(loop.iterable(), name))) {
        if (!(loop.target() instanceof Target.NameTarget target)) {
          return Optional.empty();
        }
        elements.add(target.name());
      }
    }
    return Optional.of(elements);
  }

  private boolean loopsOverContent(Set<String> messages) {
    for (Statement statement : all) {
      if (statement instanceof Statement.For loop
          && messages.stream().anyMatch(name -> isContent(loop.iterable(), name))) {
        return loop.target() instanceof Target.NameTarget;
      }
    }
    return all.stream().anyMatch(ContentFormatDetector::loopsOverContentParameter);
  }

  /** Whether the statement loops over a variable called content, as macros for content do. */
  private static boolean loopsOverContentParameter(Statement statement) {
    return statement instanceof Statement.For loop
        && isPlain(loop.iterable(), CONTENT)
        && loop.target() instanceof Target.NameTarget;
  }

  private static boolean isVariable(Expression expression, String name) {
    return unwrap(expression) instanceof Expression.Name variable && variable.name().equals(name);
  }

  private static boolean isContent(Expression expression, String message) {
    Expression inner = unwrap(expression);
    if (inner instanceof Expression.Attribute attribute) {
      return attribute.name().equals(CONTENT) && isPlain(attribute.object(), message);
    }
    return inner instanceof Expression.Item item
        && item.key() instanceof Expression.Literal key
        && key.value().equals(CONTENT)
        && isPlain(item.object(), message);
  }

  private static boolean isPlain(Expression expression, String name) {
    return expression instanceof Expression.Name variable && variable.name().equals(name);
  }

  /** What is left without filters, tests and slices around it. */
  private static Expression unwrap(Expression expression) {
    Expression inner = expression;
    while (true) {
      if (inner instanceof Expression.FilterCall filter && filter.value().isPresent()) {
        inner = filter.value().get();
      } else if (inner instanceof Expression.TestCall test) {
        inner = test.value();
      } else if (inner instanceof Expression.Slice slice) {
        inner = slice.object();
      } else {
        return inner;
      }
    }
  }
}
