// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Arguments as written at a call.
 *
 * @param positional plain arguments
 * @param keywords {@code name=value} arguments
 * @param rest the operand of {@code *}
 * @param keywordRest the operand of {@code **}
 */
record CallArguments(
    List<Expression> positional,
    List<Keyword> keywords,
    Optional<Expression> rest,
    Optional<Expression> keywordRest) {

  static final CallArguments EMPTY =
      new CallArguments(List.of(), List.of(), Optional.empty(), Optional.empty());

  /** One {@code name=value}. */
  record Keyword(String name, Expression value) {}

  /** All expressions, in the order of evaluation. */
  Stream<Expression> expressions() {
    return Stream.of(
            positional.stream(),
            keywords.stream().map(Keyword::value),
            rest.stream(),
            keywordRest.stream())
        .flatMap(s -> s);
  }
}
