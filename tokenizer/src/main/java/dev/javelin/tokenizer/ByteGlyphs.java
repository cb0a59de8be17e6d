// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.ArrayList;
import java.util.List;

/**
 * The 256 characters in which byte-level BPE writes bytes (GPT-2, Radford et al. 2019): printable
 * Latin-1 characters stand for themselves, the other bytes for U+0100 on, in order.
 */
final class ByteGlyphs {
  private ByteGlyphs() {}

  /** The glyphs in the order of their bytes. */
  static List<String> all() {
    List<String> glyphs = new ArrayList<>(256);
    int next = 0x100;
    for (int value = 0; value < 256; value++) {
      glyphs.add(Character.toString(isPrintable(value) ? value : next++));
    }
    return glyphs;
  }

  private static boolean isPrintable(int value) {
    return (value >= '!' && value <= '~') || (value >= 0xA1 && value <= 0xFF && value != 0xAD);
  }
}
