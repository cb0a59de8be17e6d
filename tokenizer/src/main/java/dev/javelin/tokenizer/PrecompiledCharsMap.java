// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.BitSet;
import java.util.Deque;

/**
 * Checks a {@code precompiled_charsmap}: SentencePiece's table of character replacements, a
 * Darts-clone double array (its size in bytes, then its units, little endian) followed by the
 * replacements, each ended by a zero byte. The native library walks it without looking where its
 * offsets lead.
 */
final class PrecompiledCharsMap {
  private final int[] units;
  private final byte[] replacements;

  private PrecompiledCharsMap(int[] units, byte[] replacements) {
    this.units = units;
    this.replacements = replacements;
  }

  /** Whether every walk through the table stays inside it. */
  static boolean isValid(String base64) {
    ByteBuffer bytes;
    try {
      bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64)).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IllegalArgumentException e) {
      return false;
    }
    if (bytes.remaining() < Integer.BYTES) {
      return false;
    }
    int size = bytes.getInt();
    if (size < Integer.BYTES || size % Integer.BYTES != 0 || size > bytes.remaining()) {
      return false;
    }
    int[] units = new int[size / Integer.BYTES];
    bytes.asIntBuffer().get(units);
    byte[] replacements = new byte[bytes.remaining() - size];
    bytes.position(bytes.position() + size).get(replacements);
    return isUtf8(replacements) && new PrecompiledCharsMap(units, replacements).staysInside();
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      CharBuffer decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return decoded.remaining() <= bytes.length;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private boolean staysInside() {
    BitSet seen = new BitSet(units.length);
    Deque<Integer> open = new ArrayDeque<>();
    open.add(offset(units[0]));
    while (!open.isEmpty()) {
      int base = open.pop();
      for (int label = 1; label < 256; label++) {
        int child = base ^ label;
        if (child < 0 || child >= units.length) {
          return false;
        }
        int unit = units[child];
        if (label(unit) != label) {
          continue;
        }
        int next = child ^ offset(unit);
        if (next < 0 || (hasLeaf(unit) && !isLeaf(next))) {
          return false;
        }
        if (next >= units.length) {
          return false;
        }
        if (!seen.get(next)) {
          seen.set(next);
          open.push(next);
        }
      }
    }
    return true;
  }

  /** Whether a unit holds the place of a replacement that begins at a character. */
  private boolean isLeaf(int position) {
    if (position >= units.length) {
      return false;
    }
    int start = units[position] & Integer.MAX_VALUE;
    return start < replacements.length && (replacements[start] & 0xC0) != 0x80;
  }

  private static int offset(int unit) {
    return (unit >>> 10) << ((unit & (1 << 9)) >>> 6);
  }

  private static int label(int unit) {
    return unit & (Integer.MIN_VALUE | 0xFF);
  }

  private static boolean hasLeaf(int unit) {
    return ((unit >>> 8) & 1) == 1;
  }
}
