// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;

/**
 * Elements that are made while they are read, once. Like a Python generator it is true, has no
 * length and no elements by position.
 */
final class Generator implements Iterator<Object> {
  private final Iterator<Object> elements;

  Generator(Iterator<Object> elements) {
    this.elements = elements;
  }

  @Override
  public boolean hasNext() {
    return elements.hasNext();
  }

  @Override
  public Object next() {
    return elements.next();
  }
}
