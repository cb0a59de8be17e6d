// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import java.util.Arrays;
import java.util.List;

/**
 * Makes the index tensors of a batch of sequences with one query each. Blocks are used where they
 * lie if they lie close together and none has two owners; else they are gathered.
 *
 * @param arena owns the tensors
 * @param heads Nq
 * @param blockSize S
 */
record DecodeBatch(TorchProgram program, Arena arena, int heads, int blockSize) {
  AttentionPlan.Batch of(List<DecodeBlocks> queries) {
    int[] ids = queries.stream().flatMapToInt(query -> Arrays.stream(query.blocks())).toArray();
    BlockSpan span = BlockSpan.covering(ids);
    int width = queries.stream().mapToInt(query -> query.blocks().length).max().orElseThrow();
    int sequences = queries.size();
    long[] owner = new long[span.count()];
    long[] table = new long[sequences * width];
    long[] cell = new long[span.count()];
    long[] bags = new long[ids.length];
    long[] bagStarts = new long[sequences];
    int entry = 0;
    for (int i = 0; i < sequences; i++) {
      int[] blocks = queries.get(i).blocks();
      bagStarts[i] = entry;
      for (int j = 0; j < blocks.length; j++, entry++) {
        int index = span.listed() == null ? blocks[j] - span.first() : entry;
        owner[index] = i;
        cell[index] = (long) i * heads * width + j;
        table[i * width + j] = (long) index * heads;
        bags[entry] = index;
      }
      // Masked, so any block will do.
      Arrays.fill(table, i * width + blocks.length, (i + 1) * width, table[i * width]);
    }
    IValue tuple =
        IValue.tupleFrom(
            span.value(program, arena),
            longs(owner),
            headRows(table, width, 1),
            headRows(cell, 1, width),
            longs(bags),
            longs(bagStarts),
            mask(queries, width));
    long[] rows = queries.stream().mapToLong(DecodeBlocks::row).toArray();
    return new AttentionPlan.Batch(longs(rows), arena.own(tuple), sequences);
  }

  /** [x, y] to [x, heads, y] indices of rows, flat. */
  private IValue headRows(long[] index, int columns, int stride) {
    try (IValue flat = program.longs(index);
        IValue width = IValue.from((long) columns);
        IValue distance = IValue.from((long) stride)) {
      return arena.own(
          program.call("head_rows", flat, width, program.constant((long) heads), distance));
    }
  }

  private IValue mask(List<DecodeBlocks> queries, int width) {
    try (IValue first =
            program.longs(queries.stream().mapToLong(DecodeBlocks::firstKey).toArray());
        IValue end = program.longs(queries.stream().mapToLong(DecodeBlocks::endKey).toArray());
        IValue keys = IValue.from((long) width * blockSize)) {
      return arena.own(program.call("range_mask", first, end, keys));
    }
  }

  private IValue longs(long[] values) {
    return arena.own(program.longs(values));
  }
}
