// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** The price of a search in a string. */
final class Searching {
  /** Needles up to this length are searched at one character of the haystack at a time. */
  private static final int SHORT_NEEDLE = 16;

  /** Characters that are counted in the time in which one is searched. */
  private static final int COUNTED = 8;

  private Searching() {}

  /** Characters to charge for looking for a string in another. */
  static long cost(String text, String part) {
    return (long) text.length() * (1 + part.length() / SHORT_NEEDLE);
  }

  /** Characters to charge for finding a position in a string, or its length. */
  static long positionCost(String text) {
    return text.length() / COUNTED;
  }
}
