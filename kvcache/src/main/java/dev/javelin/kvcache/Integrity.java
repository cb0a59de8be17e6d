// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

/** Reports broken invariants, which are faults of this module and never of a caller's input. */
final class Integrity {
  private Integrity() {}

  static void check(boolean holds, String violation, String name, Object value) {
    if (!holds) {
      throw new IllegalStateException(
          "KV cache is corrupt: " + violation + ": " + name + "=" + value);
    }
  }
}
