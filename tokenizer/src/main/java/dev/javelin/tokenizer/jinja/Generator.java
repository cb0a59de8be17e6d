// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Elements that are made while they are read, once; before that nothing happens. Like a Python
 * generator it is true, has no length and no elements by position.
 */
final class Generator implements Iterator<Object> {
  private final Supplier<Iterator<Object>> start;
  private Optional<Iterator<Object>> elements = Optional.empty();

  Generator(Supplier<Iterator<Object>> start) {
    this.start = start;
  }

  private Iterator<Object> elements() {
    if (elements.isEmpty()) {
      elements = Optional.of(start.get());
    }
    return elements.get();
  }

  @Override
  public boolean hasNext() {
    return elements().hasNext();
  }

  @Override
  public Object next() {
    return elements().next();
  }
}
