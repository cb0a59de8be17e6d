// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/** Those of some elements for which a test holds; each is tested when it is asked for. */
final class SelectedElements implements Iterator<Object> {
  private final Budget budget;
  private final Iterator<Object> elements;
  private final Predicate<Object> test;
  private Object next = Missing.MISSING;

  SelectedElements(Budget budget, Iterator<Object> elements, Predicate<Object> test) {
    this.budget = budget;
    this.elements = elements;
    this.test = test;
  }

  @Override
  public boolean hasNext() {
    while (next == Missing.MISSING && elements.hasNext()) {
      budget.step();
      Object element = elements.next();
      if (test.test(element)) {
        next = element;
      }
    }
    return next != Missing.MISSING;
  }

  @Override
  public Object next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Object result = next;
    next = Missing.MISSING;
    return result;
  }
}
