// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * For each statement that opens frames, the names of those frames. Statements are looked up by
 * identity: two equal ones may stand in different frames.
 *
 * @param root names of the template's outermost frame
 * @param bodies names of the frame of a statement's body
 * @param loopElse names of the frame of a loop's {@code else}
 * @param loopTests names of the frame of a loop's {@code if}
 */
record Frames(
    Map<String, Symbols.Initial> root,
    Map<Statement, Map<String, Symbols.Initial>> bodies,
    Map<Statement, Map<String, Symbols.Initial>> loopElse,
    Map<Statement, Map<String, Symbols.Initial>> loopTests) {

  static Frames withRoot(Map<String, Symbols.Initial> root) {
    return new Frames(
        root, new IdentityHashMap<>(), new IdentityHashMap<>(), new IdentityHashMap<>());
  }

  Map<String, Symbols.Initial> body(Statement statement) {
    return bodies.getOrDefault(statement, Map.of());
  }

  Map<String, Symbols.Initial> elseOf(Statement.For loop) {
    return loopElse.getOrDefault(loop, Map.of());
  }

  Map<String, Symbols.Initial> testOf(Statement.For loop) {
    return loopTests.getOrDefault(loop, Map.of());
  }
}
