// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.StepInputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the sequences of a step attend, for layers with one shape: sequences with many queries each
 * on their own, those with one query in batches of like length. Made once a step; the step's arena
 * owns the tensors.
 *
 * @param sequences with many queries
 * @param batches with one query each
 * @param single the only query of the step, if its sequence is short; there is nothing else then
 * @param tokens T
 */
record AttentionPlan(
    List<Sequence> sequences, List<Batch> batches, @Nullable Single single, int tokens) {
  /** Keys of up to so many blocks are gathered for a single query; more are used where they lie. */
  private static final int MAX_SINGLE_BLOCKS = 32;

  /** Blocks that a batch may pad beyond a quarter of its own: less than what another call costs. */
  private static final int FREE_PADDING_BLOCKS = 16;

  /**
   * A sequence with many queries.
   *
   * @param blocks the span of blocks that hold the keys its queries see
   * @param first its first row in the step
   * @param count its rows
   * @param offset where its first query sits among the gathered keys
   */
  record Sequence(IValue blocks, IValue first, IValue count, IValue offset) {}

  /**
   * Sequences with one query each.
   *
   * @param rows their rows in the step
   * @param blocks the tuple that {@code attend_batch} takes
   * @param count number of rows
   */
  record Batch(IValue rows, IValue blocks, int count) {}

  /**
   * One query of one sequence.
   *
   * @param blocks the span of blocks that hold the keys it sees
   * @param first the first key it sees, counted from the first slot
   * @param count number of keys it sees
   */
  record Single(IValue blocks, IValue first, IValue count) {}

  /** Whether one batch holds every row, in order. */
  boolean oneBatch() {
    return batches.size() == 1 && batches.get(0).count() == tokens;
  }

  static AttentionPlan of(
      StepInputs inputs, AttentionShape shape, int blockSize, TorchProgram program, Arena arena) {
    List<Sequence> sequences = new ArrayList<>();
    List<DecodeBlocks> decodes = new ArrayList<>();
    for (int b = 0; b < inputs.sequences(); b++) {
      int first = inputs.queryStarts()[b];
      int count = inputs.queryStarts()[b + 1] - first;
      int keys = inputs.sequenceLengths()[b];
      int firstKey = shape.window() == 0 ? 0 : Math.max(0, keys - count - shape.window() + 1);
      int origin = firstKey / blockSize;
      int end = (keys + blockSize - 1) / blockSize;
      if (count == 0) {
        continue;
      }
      int[] blocks = Arrays.copyOfRange(inputs.blockTables()[b], origin, end);
      int hidden = origin * blockSize;
      if (count == 1) {
        decodes.add(new DecodeBlocks(first, blocks, firstKey - hidden, keys - hidden));
      } else {
        sequences.add(
            new Sequence(
                BlockSpan.inOrder(blocks).value(program, arena),
                arena.own(IValue.from((long) first)),
                arena.own(IValue.from((long) count)),
                arena.own(IValue.from((long) keys - count - hidden))));
      }
    }
    if (inputs.tokens() == 1 && decodes.get(0).blocks().length <= MAX_SINGLE_BLOCKS) {
      Single single = single(decodes.get(0), program, arena);
      return new AttentionPlan(List.of(), List.of(), single, 1);
    }
    DecodeBatch maker = new DecodeBatch(program, arena, shape.heads(), blockSize);
    return new AttentionPlan(
        sequences, byLength(decodes).stream().map(maker::of).toList(), null, inputs.tokens());
  }

  private static Single single(DecodeBlocks decode, TorchProgram program, Arena arena) {
    return new Single(
        BlockSpan.inOrder(decode.blocks()).value(program, arena),
        arena.own(IValue.from((long) decode.firstKey())),
        arena.own(IValue.from((long) decode.endKey() - decode.firstKey())));
  }

  /** Splits into batches so that not much is padded; rows ascend within a batch. */
  private static List<List<DecodeBlocks>> byLength(List<DecodeBlocks> decodes) {
    List<List<DecodeBlocks>> batches = new ArrayList<>();
    List<DecodeBlocks> longestFirst = new ArrayList<>(decodes);
    longestFirst.sort(Comparator.comparingInt((DecodeBlocks d) -> d.blocks().length).reversed());
    List<DecodeBlocks> current = new ArrayList<>();
    int used = 0;
    for (DecodeBlocks decode : longestFirst) {
      int length = decode.blocks().length;
      int padded = current.isEmpty() ? 0 : current.get(0).blocks().length * (current.size() + 1);
      if (padded > (used + length) * 5L / 4 + FREE_PADDING_BLOCKS) {
        batches.add(current);
        current = new ArrayList<>();
        used = 0;
      }
      current.add(decode);
      used += length;
    }
    if (!current.isEmpty()) {
      batches.add(current);
    }
    batches.forEach(batch -> batch.sort(Comparator.comparingInt(DecodeBlocks::row)));
    return batches;
  }
}
