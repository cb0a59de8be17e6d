// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

/** Repairs Java strings that are not valid Unicode text. */
final class UnicodeText {
  private static final char REPLACEMENT = '\uFFFD';

  private UnicodeText() {}

  /**
   * The text with every unpaired surrogate, which UTF-8 cannot hold, replaced by U+FFFD. Returns
   * the argument itself if there is none.
   */
  static String replaceLoneSurrogates(String text) {
    StringBuilder repaired = null;
    int i = 0;
    while (i < text.length()) {
      int codePoint = text.codePointAt(i);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        if (repaired == null) {
          repaired = new StringBuilder(text);
        }
        repaired.setCharAt(i, REPLACEMENT);
      }
      i += Character.charCount(codePoint);
    }
    return repaired == null ? text : repaired.toString();
  }
}
