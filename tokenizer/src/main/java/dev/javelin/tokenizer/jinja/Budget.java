// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Counts what one rendering uses and stops it at the limits of {@link TemplateLimits}. */
final class Budget {
  /** Steps between two looks at the clock. */
  private static final long TIME_CHECK_STEPS = 64;

  /** Characters between two looks at the clock. */
  private static final long TIME_CHECK_CHARACTERS = 1 << 20;

  /** Characters that a new small value in a list stands for: reference, headers, content. */
  private static final long ELEMENT_CHARACTERS = 100;

  /** Characters that a reference to a value that exists already stands for. */
  private static final long REFERENCE_CHARACTERS = 8;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final long start = System.nanoTime();
  private long steps;
  private long characters;
  private long nextCheckSteps = TIME_CHECK_STEPS;
  private long nextCheckCharacters = TIME_CHECK_CHARACTERS;
  private int depth;

  /** One evaluated node or visited element. */
  void step() {
    steps(1);
  }

  private void steps(long count) {
    steps += count;
    if (steps > TemplateLimits.MAX_STEPS) {
      throw EvaluationError.limit("many steps", "MAX_STEPS", TemplateLimits.MAX_STEPS);
    }
    if (steps >= nextCheckSteps) {
      checkTime();
    }
  }

  /** Characters that are about to be copied, compared or searched. */
  void characters(long count) {
    characters += count;
    if (characters > TemplateLimits.MAX_CHARACTERS) {
      throw EvaluationError.limit(
          "many characters", "MAX_CHARACTERS", TemplateLimits.MAX_CHARACTERS);
    }
    if (characters >= nextCheckCharacters) {
      checkTime();
    }
  }

  private void checkTime() {
    nextCheckSteps = steps + TIME_CHECK_STEPS;
    nextCheckCharacters = characters + TIME_CHECK_CHARACTERS;
    if (System.nanoTime() - start > TemplateLimits.MAX_SECONDS * NANOS_PER_SECOND) {
      throw EvaluationError.limit("slow", "MAX_SECONDS", TemplateLimits.MAX_SECONDS);
    }
  }

  /** A string of this length is about to be made. */
  void text(long length) {
    if (length > TemplateLimits.MAX_TEXT_CHARS) {
      throw EvaluationError.limit("long text", "MAX_TEXT_CHARS", TemplateLimits.MAX_TEXT_CHARS);
    }
    characters(length);
  }

  /** This many new values are about to be put into a list or mapping. */
  void elements(long count) {
    hold(count, ELEMENT_CHARACTERS);
  }

  /** This many values that exist already are about to be put into a list or mapping. */
  void references(long count) {
    hold(count, REFERENCE_CHARACTERS);
  }

  private void hold(long count, long each) {
    if (count > TemplateLimits.MAX_CHARACTERS) {
      throw EvaluationError.limit("many elements", "MAX_CHARACTERS", TemplateLimits.MAX_CHARACTERS);
    }
    steps(1);
    characters(count * each);
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
