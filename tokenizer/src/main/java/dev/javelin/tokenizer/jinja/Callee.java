// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parameters and body of a macro or call block.
 *
 * @param parameters names
 * @param defaults values of the last {@code defaults.size()} parameters
 * @param body statements
 * @param extras which of {@link #SPECIAL_NAMES} the body reads without having such a parameter;
 *     only those accept a caller, unknown keywords or surplus arguments
 */
record Callee(
    List<String> parameters, List<Expression> defaults, List<Statement> body, Set<String> extras) {

  static final String CALLER = "caller";
  static final String KEYWORDS = "kwargs";
  static final String REST = "varargs";

  /** Names that are defined in a body without being parameters. */
  static final Set<String> SPECIAL_NAMES = Set.of(CALLER, KEYWORDS, REST);

  static Callee of(List<String> parameters, List<Expression> defaults, List<Statement> body) {
    Set<String> extras =
        Statement.flatten(body)
            .flatMap(statement -> statement.expressions().stream())
            .flatMap(Callee::names)
            .filter(name -> SPECIAL_NAMES.contains(name) && !parameters.contains(name))
            .collect(Collectors.toUnmodifiableSet());
    return new Callee(parameters, defaults, body, extras);
  }

  private static Stream<String> names(Expression expression) {
    Stream<String> inner = expression.children().stream().flatMap(Callee::names);
    return expression instanceof Expression.Name name
        ? Stream.concat(Stream.of(name.name()), inner)
        : inner;
  }
}
