// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of one frame while it is analysed. A frame is a stretch of a template with variables of
 * its own: the whole template, a loop's body, a macro, a block. The rules are those of jinja2's
 * identifier tracking, with its oddities: a name that a frame assigns anywhere outside an {@code
 * if} hides the caller's variable of that name in the whole frame, also before the assignment.
 */
final class Symbols {
  private final Optional<Symbols> parent;
  private final Map<String, Initial> names = new HashMap<>();
  private final Set<String> stores = new HashSet<>();

  Symbols(Optional<Symbols> parent) {
    this.parent = parent;
  }

  /** The value that each name of the frame has when the frame is entered. */
  Map<String, Initial> names() {
    return names;
  }

  private boolean knows(String name) {
    return names.containsKey(name) || parent.map(p -> p.knows(name)).orElse(false);
  }

  private boolean outerKnows(String name) {
    return parent.map(p -> p.knows(name)).orElse(false);
  }

  /** The name is read here. */
  void load(String name) {
    if (!knows(name)) {
      names.put(name, Initial.CONTEXT);
    }
  }

  /** The name is assigned here. */
  void store(String name) {
    stores.add(name);
    if (!names.containsKey(name)) {
      names.put(name, outerKnows(name) ? Initial.OUTER : Initial.MISSING);
    }
  }

  /** The name is assigned whenever the frame is entered: parameters and loop targets. */
  void parameter(String name) {
    stores.add(name);
    names.put(name, Initial.MISSING);
  }

  /** A copy in which one branch of an {@code if} is analysed. */
  Symbols branch() {
    Symbols copy = new Symbols(parent);
    copy.names.putAll(names);
    copy.stores.addAll(stores);
    return copy;
  }

  /** Takes over what the branches found; a name assigned only in branches keeps its old value. */
  void merge(List<Symbols> branches) {
    Set<String> assigned = new HashSet<>();
    for (Symbols branch : branches) {
      assigned.addAll(branch.stores);
    }
    assigned.removeAll(stores);
    for (Symbols branch : branches) {
      names.putAll(branch.names);
      stores.addAll(branch.stores);
    }
    for (String name : assigned) {
      names.put(name, outerKnows(name) ? Initial.OUTER : Initial.CONTEXT);
    }
  }

  /** Where a name's value comes from when its frame is entered. */
  enum Initial {
    /** The variables passed to the template, and its globals. */
    CONTEXT,
    /** The same name in an outer frame. */
    OUTER,
    /** Nowhere: undefined until assigned. */
    MISSING
  }
}
