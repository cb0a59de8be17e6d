// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * What one template may use. A template that reaches a limit fails with a {@link TemplateException}
 * that names it. The bounds are far above what published chat templates need.
 */
public final class TemplateLimits {
  /** Longest template source, in UTF-16 units. */
  public static final int MAX_SOURCE_CHARS = 1 << 20;

  /** Deepest nesting of tags, parentheses, literals and calls in the source. */
  public static final int MAX_NESTING = 100;

  /** Most operators, subscripts or filters chained in one expression without parentheses. */
  public static final int MAX_CHAIN = 500;

  /** Deepest nesting of macro calls and recursive loops; Python's own stack ends near 190. */
  public static final int MAX_CALL_DEPTH = 128;

  /** Deepest nesting of lists and mappings, in the caller's data and in what a template builds. */
  public static final int MAX_VALUE_DEPTH = 500;

  /** Evaluated nodes plus visited elements in one rendering. */
  public static final long MAX_STEPS = 10_000_000;

  /** Characters copied, compared or searched in one rendering; bounds its memory too. */
  public static final long MAX_CHARACTERS = 1L << 28;

  /** Longest output and longest single string, in UTF-16 units. */
  public static final int MAX_TEXT_CHARS = 1 << 24;

  /** Longest {@code range}, the same as in jinja2's sandbox. */
  public static final int MAX_RANGE = 100_000;

  /** Widest integer, in bits: the 4300 decimal digits that Python will print. */
  public static final int MAX_INTEGER_BITS = 14_284;

  /** Wall time of one rendering, in seconds. */
  public static final int MAX_SECONDS = 5;

  private TemplateLimits() {}
}
