// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import java.util.Arrays;

/** The ids of a growing sequence. */
final class TokenBuffer {
  private int[] ids = new int[16];
  private int size;

  int size() {
    return size;
  }

  void addAll(TokenIds more) {
    if (size + more.size() > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(2 * ids.length, size + more.size()));
    }
    more.copyTo(ids, size);
    size += more.size();
  }

  /** A copy of the ids from {@code index} on. */
  TokenIds from(int index) {
    return TokenIds.copyOfRange(ids, index, size);
  }
}
