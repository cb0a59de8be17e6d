// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The variable {@code loop}. It reads one element ahead only when a template asks for it. */
final class LoopContext implements TemplateCallable {
  /** Renders the loop's body for other elements, one level deeper. */
  interface Recursion {
    Object render(Object iterable, int depth0);
  }

  private final Budget budget;
  private final Optional<Recursion> recursion;
  private final int depth0;
  private Iterator<Object> elements;
  private OptionalInt length;
  private int index0 = -1;
  private Object before = Missing.MISSING;
  private Object current = Missing.MISSING;
  private Object after = Missing.MISSING;
  private Optional<List<Object>> lastChanged = Optional.empty();

  /**
   * @param elements what the loop runs over
   * @param length its number of elements, if it is known
   * @param recursion present in a loop marked {@code recursive}
   * @param depth0 how many loops this one was called from
   */
  LoopContext(
      Budget budget,
      Iterator<Object> elements,
      OptionalInt length,
      Optional<Recursion> recursion,
      int depth0) {
    this.budget = budget;
    this.elements = elements;
    this.length = length;
    this.recursion = recursion;
    this.depth0 = depth0;
  }

  boolean hasNext() {
    return after != Missing.MISSING || elements.hasNext();
  }

  /** Moves on to the next element and returns it. */
  Object next() {
    before = current;
    current = after != Missing.MISSING ? after : elements.next();
    after = Missing.MISSING;
    index0++;
    return current;
  }

  int index() {
    return index0 + 1;
  }

  /** The number of elements; elements that are not there yet are made now. */
  int length() {
    if (length.isEmpty()) {
      List<Object> rest = new ArrayList<>();
      while (elements.hasNext()) {
        budget.references(1);
        rest.add(elements.next());
      }
      elements = rest.iterator();
      length = OptionalInt.of(rest.size() + index() + (after == Missing.MISSING ? 0 : 1));
    }
    return length.getAsInt();
  }

  private Object peek() {
    if (after == Missing.MISSING && elements.hasNext()) {
      after = elements.next();
    }
    return after;
  }

  Object attribute(String name) {
    return switch (name) {
      case "index" -> (long) index();
      case "index0" -> (long) index0;
      case "revindex" -> (long) (length() - index0);
      case "revindex0" -> (long) (length() - index());
      case "first" -> index0 == 0;
      case "last" -> peek() == Missing.MISSING;
      case "length" -> (long) length();
      case "depth" -> depth0 + 1L;
      case "depth0" -> (long) depth0;
      case "previtem" -> index0 == 0 ? Undefined.because("there is no previous item") : before;
      case "nextitem" ->
          peek() == Missing.MISSING ? Undefined.because("there is no next item") : after;
      case "cycle" -> new BoundMethod<>(this, (state, self, arguments) -> self.cycle(arguments));
      case "changed" ->
          new BoundMethod<>(this, (state, self, arguments) -> self.changed(state, arguments));
      default -> Missing.MISSING;
    };
  }

  private Object cycle(Arguments arguments) {
    List<Object> items = arguments.positional();
    if (items.isEmpty()) {
      throw EvaluationError.type("no items for cycling given");
    }
    return items.get(index0 % items.size());
  }

  private Object changed(RenderState state, Arguments arguments) {
    List<Object> values = arguments.positional();
    boolean same = lastChanged.isPresent() && state.comparison().equal(lastChanged.get(), values);
    lastChanged = Optional.of(values);
    return !same;
  }

  @Override
  public Object call(RenderState state, Arguments arguments) {
    BoundArguments bound = arguments.bind("loop", 1, "iterable");
    Recursion target =
        recursion.orElseThrow(
            () ->
                EvaluationError.type(
                    "The loop must have the 'recursive' marker to be called recursively."));
    return target.render(bound.get(0), depth0 + 1);
  }

  @Override
  public String typeName() {
    return "LoopContext";
  }
}
