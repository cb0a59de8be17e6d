// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

/** Values from files as messages show them. */
final class Excerpt {
  private static final int LONGEST = 100;

  private Excerpt() {}

  /** The value's text on one line, cut where it is long. */
  static String of(Object value) {
    String text = value.toString();
    String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    return cut.replaceAll("\\p{Cntrl}", " ");
  }
}
