// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.time.Clock;
import java.time.LocalDateTime;

/** What one rendering shares: its budget, its clock and the place that runs now. */
final class RenderState {
  private final Budget budget = new Budget();
  private final Comparison comparison = new Comparison(budget);
  private final Clock clock;
  private int offset;

  RenderState(Clock clock) {
    this.clock = clock;
  }

  Budget budget() {
    return budget;
  }

  Comparison comparison() {
    return comparison;
  }

  LocalDateTime now() {
    return LocalDateTime.now(clock);
  }

  /** The node at this offset runs now; failures are reported there. */
  void at(int offset) {
    this.offset = offset;
  }

  int offset() {
    return offset;
  }

  String str(Object value) {
    return Printer.str(budget, value);
  }

  Object call(Object callee, Arguments arguments) {
    if (callee instanceof TemplateCallable callable) {
      return callable.call(this, arguments);
    }
    if (callee instanceof Undefined undefined) {
      throw undefined.error();
    }
    throw EvaluationError.type("'" + Values.typeName(callee) + "' object is not callable");
  }
}
