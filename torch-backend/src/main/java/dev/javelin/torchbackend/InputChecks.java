// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.StepInputs;

/** Checks the packed batch of a step: what a kernel would otherwise read out of bounds by. */
final class InputChecks {
  private InputChecks() {}

  /** Lengths of the arrays and the order of query starts. */
  static void structure(StepInputs inputs) {
    int tokens = inputs.tokens();
    int sequences = inputs.sequences();
    length("positions", inputs.positions().length, tokens);
    length("slotMapping", inputs.slotMapping().length, tokens);
    length("queryStarts", inputs.queryStarts().length, sequences + 1);
    length("blockTables", inputs.blockTables().length, sequences);
    int[] starts = inputs.queryStarts();
    require(starts[0] == 0, "queryStarts[0]", starts[0], "0");
    require(starts[sequences] == tokens, "queryStarts[B]", starts[sequences], "T=" + tokens);
    for (int b = 0; b < sequences; b++) {
      int count = starts[b + 1] - starts[b];
      require(count >= 0, "queryStarts[" + (b + 1) + "]", starts[b + 1], "at least " + starts[b]);
      int keys = inputs.sequenceLengths()[b];
      require(keys >= count, "sequenceLengths[" + b + "]", keys, "at least its queries, " + count);
    }
  }

  /**
   * Slots and blocks against a cache. Only blocks that {@code window} lets a query see are looked
   * at.
   */
  static void cache(StepInputs inputs, KVCacheShape cache, int window) {
    for (int b = 0; b < inputs.sequences(); b++) {
      int count = inputs.queryStarts()[b + 1] - inputs.queryStarts()[b];
      int keys = inputs.sequenceLengths()[b];
      int[] table = inputs.blockTables()[b];
      int end = count == 0 ? 0 : (keys + cache.blockSize() - 1) / cache.blockSize();
      require(
          table.length >= end, "blockTables[" + b + "].length", table.length, "at least " + end);
      int firstKey = window == 0 ? 0 : Math.max(0, keys - count - window + 1);
      for (int i = firstKey / cache.blockSize(); i < end; i++) {
        require(
            table[i] >= 0 && table[i] < cache.blocks(),
            "blockTables[" + b + "][" + i + "]",
            table[i],
            "0 to " + (cache.blocks() - 1));
      }
    }
  }

  private static void length(String name, int actual, int expected) {
    require(actual == expected, name + ".length", actual, Integer.toString(expected));
  }

  private static void require(boolean condition, String name, int value, String expected) {
    if (!condition) {
      throw new IllegalArgumentException(
          "step: inconsistent inputs: " + name + "=" + value + ", expected " + expected);
    }
  }
}
