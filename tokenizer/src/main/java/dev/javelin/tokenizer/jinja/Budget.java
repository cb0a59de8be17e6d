// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Counts what one rendering uses and stops it at the limits of {@link TemplateLimits}. */
final class Budget {
  /** Steps between two looks at the clock. */
  private static final long TIME_CHECK_INTERVAL = 1024;

  /** Characters that one list element stands for: reference, header and a small value. */
  private static final long ELEMENT_CHARACTERS = 32;

  private final long start = System.nanoTime();
  private long steps;
  private long characters;
  private long nextTimeCheck = TIME_CHECK_INTERVAL;
  private int depth;

  /** One evaluated node or visited element. */
  void step() {
    steps(1);
  }

  void steps(long count) {
    steps += count;
    if (steps > TemplateLimits.MAX_STEPS) {
      throw EvaluationError.limit("many steps", "MAX_STEPS", TemplateLimits.MAX_STEPS);
    }
    if (steps >= nextTimeCheck) {
      nextTimeCheck = steps + TIME_CHECK_INTERVAL;
      if (System.nanoTime() - start > TemplateLimits.MAX_SECONDS * 1_000_000_000L) {
        throw EvaluationError.limit("slow", "MAX_SECONDS", TemplateLimits.MAX_SECONDS);
      }
    }
  }

  /** Characters that are about to be copied, compared or searched. */
  void characters(long count) {
    characters += count;
    if (characters > TemplateLimits.MAX_CHARACTERS) {
      throw EvaluationError.limit(
          "many characters", "MAX_CHARACTERS", TemplateLimits.MAX_CHARACTERS);
    }
  }

  /** A string of this length is about to be made. */
  void text(long length) {
    if (length > TemplateLimits.MAX_TEXT_CHARS) {
      throw EvaluationError.limit("long text", "MAX_TEXT_CHARS", TemplateLimits.MAX_TEXT_CHARS);
    }
    characters(length);
  }

  /** A list of this many elements is about to be made. */
  void elements(long count) {
    if (count > TemplateLimits.MAX_STEPS) {
      throw EvaluationError.limit("many elements", "MAX_STEPS", TemplateLimits.MAX_STEPS);
    }
    steps(count);
    characters(count * ELEMENT_CHARACTERS);
  }

  /** A macro or a recursive loop begins; {@link #leaveCall} ends it. */
  void enterCall() {
    if (++depth > TemplateLimits.MAX_CALL_DEPTH) {
      throw EvaluationError.limit(
          "deep recursion", "MAX_CALL_DEPTH", TemplateLimits.MAX_CALL_DEPTH);
    }
  }

  void leaveCall() {
    depth--;
  }

  /** Checks the nesting of a value during a walk over it. */
  static void checkValueDepth(int depth) {
    if (depth > TemplateLimits.MAX_VALUE_DEPTH) {
      throw EvaluationError.limit(
          "deeply nested value", "MAX_VALUE_DEPTH", TemplateLimits.MAX_VALUE_DEPTH);
    }
  }
}
