// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** A failure inside a template that does not know its place yet; {@link Template} adds it. */
final class EvaluationError extends RuntimeException {
  private final boolean raised;

  private EvaluationError(String message, boolean raised) {
    super(message, null, false, false);
    this.raised = raised;
  }

  EvaluationError(String message) {
    this(message, false);
  }

  /** The template's own refusal. */
  static EvaluationError raised(String message) {
    return new EvaluationError(message, true);
  }

  /** A value of the wrong type, as Python's TypeError. */
  static EvaluationError type(String message) {
    return new EvaluationError("TypeError: " + message);
  }

  /** A value of the right type that does not fit, as Python's ValueError. */
  static EvaluationError value(String message) {
    return new EvaluationError("ValueError: " + message);
  }

  /** A limit of {@link TemplateLimits} that was reached. */
  static EvaluationError limit(String what, String name, long limit) {
    return new EvaluationError("too " + what + ": " + name + "=" + limit);
  }

  boolean isRaised() {
    return raised;
  }

  String text() {
    String message = getMessage();
    return message == null ? "" : message;
  }
}
