// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.List;
import java.util.stream.Stream;

/** What a {@code set} or {@code for} assigns to. */
sealed interface Target {
  int offset();

  /** Names of the variables that are assigned; a namespace's attribute is none. */
  Stream<String> names();

  /** A variable. */
  record NameTarget(String name, int offset) implements Target {
    @Override
    public Stream<String> names() {
      return Stream.of(name);
    }
  }

  /** Several targets that a sequence is unpacked into. */
  record TupleTarget(List<Target> items, int offset) implements Target {
    @Override
    public Stream<String> names() {
      return items.stream().flatMap(Target::names);
    }
  }

  /** {@code namespace.attribute}. */
  record NamespaceTarget(String namespace, String attribute, int offset) implements Target {
    @Override
    public Stream<String> names() {
      return Stream.empty();
    }
  }
}
