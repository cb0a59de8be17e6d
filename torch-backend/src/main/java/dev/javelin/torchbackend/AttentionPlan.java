// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.StepInputs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How the sequences of a step attend, for layers with one window and block size: sequences with
 * many queries each on their own, those with one query in batches of like length. Made once a step;
 * the step's arena owns the tensors.
 *
 * @param sequences with many queries
 * @param batches with one query each
 * @param tokens T
 */
record AttentionPlan(List<Sequence> sequences, List<Batch> batches, int tokens) {
  /**
   * Blocks that a batch may pad in all, beyond a quarter of its own: less than another call costs.
   */
  private static final int FREE_PADDING_BLOCKS = 16;

  /**
   * A sequence with many queries.
   *
   * @param blocks ids of the blocks that hold the keys its queries see
   * @param first its first row in the step
   * @param count its rows
   * @param offset where its first query sits among the gathered keys
   */
  record Sequence(IValue blocks, IValue first, IValue count, IValue offset) {}

  /**
   * Sequences with one query each.
   *
   * @param rows their rows in the step
   * @param blocks [rows x n] ids of the blocks that hold the keys they see, padded to n blocks each
   * @param mask 0 for keys that are seen, else -infinity: [rows, 1, 1, keys]
   * @param count number of rows
   */
  record Batch(IValue rows, IValue blocks, IValue mask, int count) {}

  /** Whether one batch holds every row, in order. */
  boolean oneBatch() {
    return batches.size() == 1 && batches.get(0).count() == tokens;
  }

  static AttentionPlan of(
      StepInputs inputs, int window, int blockSize, TorchProgram program, Arena arena) {
    return new Maker(inputs, window, blockSize, program, arena).make();
  }

  /**
   * One query and the keys it sees.
   *
   * @param row row of the query
   * @param sequence index of the sequence
   * @param firstKey position of the first key it sees
   * @param keys position after the last
   * @param firstBlock index in the block table
   * @param blocks number of blocks
   */
  private record Decode(
      int row, int sequence, int firstKey, int keys, int firstBlock, int blocks) {}

  private record Maker(
      StepInputs inputs, int window, int blockSize, TorchProgram program, Arena arena) {
    AttentionPlan make() {
      List<Sequence> sequences = new ArrayList<>();
      List<Decode> decodes = new ArrayList<>();
      for (int b = 0; b < inputs.sequences(); b++) {
        int count = inputs.queryStarts()[b + 1] - inputs.queryStarts()[b];
        int keys = inputs.sequenceLengths()[b];
        int firstKey = window == 0 ? 0 : Math.max(0, keys - count - window + 1);
        int firstBlock = firstKey / blockSize;
        int endBlock = (keys + blockSize - 1) / blockSize;
        if (count == 1) {
          decodes.add(
              new Decode(
                  inputs.queryStarts()[b], b, firstKey, keys, firstBlock, endBlock - firstBlock));
        } else if (count > 1) {
          sequences.add(
              new Sequence(
                  longs(blocks(b, firstBlock, endBlock)),
                  arena.own(IValue.from((long) inputs.queryStarts()[b])),
                  arena.own(IValue.from((long) count)),
                  arena.own(IValue.from((long) keys - count - firstBlock * blockSize))));
        }
      }
      return new AttentionPlan(
          sequences, batches(decodes).stream().map(this::batch).toList(), inputs.tokens());
    }

    private List<List<Decode>> batches(List<Decode> decodes) {
      List<List<Decode>> batches = new ArrayList<>();
      List<Decode> byLength = new ArrayList<>(decodes);
      byLength.sort(Comparator.comparingInt(Decode::blocks).reversed());
      List<Decode> current = new ArrayList<>();
      int used = 0;
      for (Decode decode : byLength) {
        int padded = current.isEmpty() ? 0 : current.get(0).blocks() * (current.size() + 1);
        if (padded > (used + decode.blocks()) * 5 / 4 + FREE_PADDING_BLOCKS) {
          batches.add(current);
          current = new ArrayList<>();
          used = 0;
        }
        current.add(decode);
        used += decode.blocks();
      }
      if (!current.isEmpty()) {
        batches.add(current);
      }
      batches.forEach(batch -> batch.sort(Comparator.comparingInt(Decode::row)));
      return batches;
    }

    private Batch batch(List<Decode> decodes) {
      int width = decodes.stream().mapToInt(Decode::blocks).max().orElseThrow();
      long[] rows = new long[decodes.size()];
      long[] blocks = new long[decodes.size() * width];
      long[] first = new long[decodes.size()];
      long[] end = new long[decodes.size()];
      for (int i = 0; i < decodes.size(); i++) {
        Decode decode = decodes.get(i);
        int[] table = inputs.blockTables()[decode.sequence()];
        for (int j = 0; j < width; j++) {
          // Padding repeats a block of the sequence's own: a NaN of a stranger must not be read.
          int block = decode.firstBlock() + Math.min(j, decode.blocks() - 1);
          blocks[i * width + j] = table[block];
        }
        int origin = decode.firstBlock() * blockSize;
        rows[i] = decode.row();
        first[i] = decode.firstKey() - origin;
        end[i] = decode.keys() - origin;
      }
      return new Batch(
          longs(rows), longs(blocks), mask(first, end, width * blockSize), decodes.size());
    }

    private IValue mask(long[] first, long[] end, int keys) {
      try (IValue from = program.longs(first);
          IValue to = program.longs(end);
          IValue width = IValue.from((long) keys)) {
        return arena.own(program.call("range_mask", from, to, width));
      }
    }

    private long[] blocks(int sequence, int from, int to) {
      long[] ids = new long[to - from];
      for (int i = from; i < to; i++) {
        ids[i - from] = inputs.blockTables()[sequence][i];
      }
      return ids;
    }

    private IValue longs(long[] values) {
      return arena.own(program.longs(values));
    }
  }
}
