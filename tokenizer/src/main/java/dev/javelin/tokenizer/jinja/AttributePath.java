// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;

/**
 * The way from an element to what a filter looks at: {@code attribute="a.b.0"}.
 *
 * @param parts keys, applied one after the other; none is the element itself
 */
record AttributePath(List<Object> parts) {

  /** The path that an argument describes: none, a position, or names and positions with dots. */
  static AttributePath of(Object attribute) {
    if (attribute == None.NONE) {
      return new AttributePath(List.of());
    }
    if (!Values.isText(attribute)) {
      return new AttributePath(List.of(attribute));
    }
    List<Object> parts = new ArrayList<>();
    for (String part : Values.text(attribute).split("\\.", -1)) {
      boolean position =
          !part.isEmpty() && part.length() < 10 && part.chars().allMatch(Character::isDigit);
      parts.add(position ? (Object) Long.valueOf(part) : part);
    }
    return new AttributePath(parts);
  }

  Object get(RenderState state, Object element) {
    return get(state, element, None.NONE);
  }

  /**
   * Follows the path.
   *
   * @param absent replaces undefined values on the way, unless it is none
   */
  Object get(RenderState state, Object element, Object absent) {
    Object value = element;
    for (Object part : parts) {
      value = Attributes.getItem(state, value, part);
      if (value instanceof Undefined && absent != None.NONE) {
        value = absent;
      }
    }
    return value;
  }
}
