// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Sequences with random queries, keys and values whose attention is computed step by step through a
 * paged cache; blocks are handed out in scrambled order. Block 0 is never used.
 */
final class PagedSequences {
  private final Workbench bench;
  private final AttentionShape shape;
  private final int blockSize;
  private final KVCache cache;
  private final List<Integer> freeBlocks;
  private final List<Sequence> sequences = new ArrayList<>();

  /** One sequence and what is known of its attention so far. */
  final class Sequence {
    final Matrix queries;
    final Matrix keys;
    final Matrix values;
    final Matrix output;
    final List<Integer> blocks = new ArrayList<>();
    int computed;

    private Sequence(int length, long seed) {
      queries = Matrix.random(length, shape.heads() * shape.keyWidth(), 3 * seed);
      keys = Matrix.random(length, shape.kvHeads() * shape.keyWidth(), 3 * seed + 1);
      values = Matrix.random(length, shape.kvHeads() * shape.valueWidth(), 3 * seed + 2);
      output = Matrix.zeros(length, shape.heads() * shape.valueWidth());
    }

    Matrix expected() {
      return ReferenceAttention.of(queries, keys, values, shape);
    }
  }

  /** Some next tokens of a sequence. */
  record Chunk(Sequence sequence, int tokens) {}

  PagedSequences(Workbench bench, AttentionShape shape, int blockSize, int blocks) {
    this.bench = bench;
    this.shape = shape;
    this.blockSize = blockSize;
    this.cache =
        bench.own(
            bench
                .backend()
                .kvCache(
                    new KVCacheShape(
                        2,
                        blocks,
                        blockSize,
                        shape.kvHeads(),
                        shape.keyWidth(),
                        shape.valueWidth(),
                        DType.F32)));
    this.freeBlocks = new ArrayList<>(IntStream.range(1, blocks).boxed().toList());
    Collections.shuffle(freeBlocks, new Random(blocks));
  }

  KVCache cache() {
    return cache;
  }

  Sequence add(int length) {
    Sequence sequence = new Sequence(length, sequences.size() + 1);
    sequences.add(sequence);
    return sequence;
  }

  /** Hands out the lowest blocks first from now on. */
  void handOutInOrder() {
    Collections.sort(freeBlocks);
  }

  /**
   * A sequence that begins with the first blocks of another one, as if a cached prefix were found.
   */
  Sequence addSharing(Sequence other, int sharedBlocks, int length) {
    Sequence sequence = add(length);
    int tokens = sharedBlocks * blockSize;
    copyRows(other.queries, sequence.queries, tokens);
    copyRows(other.keys, sequence.keys, tokens);
    copyRows(other.values, sequence.values, tokens);
    copyRows(other.output, sequence.output, tokens);
    sequence.blocks.addAll(other.blocks.subList(0, sharedBlocks));
    sequence.computed = tokens;
    return sequence;
  }

  private static void copyRows(Matrix from, Matrix to, int rows) {
    System.arraycopy(from.data(), 0, to.data(), 0, rows * from.columns());
  }

  /** Gives a sequence's blocks back, the next to be handed out. */
  void free(Sequence sequence) {
    freeBlocks.addAll(0, sequence.blocks);
    sequence.blocks.clear();
  }

  /** Computes the whole of a sequence in chunks. */
  void run(Sequence sequence, int chunkTokens) {
    while (sequence.computed < sequence.queries.rows()) {
      step(new Chunk(sequence, Math.min(chunkTokens, sequence.queries.rows() - sequence.computed)));
    }
  }

  /** Computes chunks of several sequences in one step and keeps the results in the sequences. */
  void step(Chunk... chunks) {
    List<Chunk> list = List.of(chunks);
    try (Step step = bench.backend().step(inputs(list))) {
      Tensor keys = tensor(step, list, c -> c.sequence().keys, shape.keyWidth() * shape.kvHeads());
      Tensor values =
          tensor(step, list, c -> c.sequence().values, shape.valueWidth() * shape.kvHeads());
      Tensor queries =
          tensor(step, list, c -> c.sequence().queries, shape.keyWidth() * shape.heads());
      step.writeKeyValue(cache, 1, keys, values);
      Matrix result = Workbench.read(step, step.attention(queries, cache, 1, shape));
      int row = 0;
      for (Chunk chunk : list) {
        Sequence sequence = chunk.sequence();
        System.arraycopy(
            result.data(),
            row * result.columns(),
            sequence.output.data(),
            sequence.computed * result.columns(),
            chunk.tokens() * result.columns());
        row += chunk.tokens();
        sequence.computed += chunk.tokens();
      }
    }
  }

  private Tensor tensor(
      Step step, List<Chunk> chunks, java.util.function.Function<Chunk, Matrix> of, int columns) {
    List<Matrix> parts =
        chunks.stream()
            .map(c -> of.apply(c).slice(c.sequence().computed, c.sequence().computed + c.tokens()))
            .toList();
    return bench.tensor(step, Matrix.concat(columns, parts));
  }

  /** The packed batch of a step. */
  StepInputs inputs(List<Chunk> chunks) {
    int tokens = chunks.stream().mapToInt(Chunk::tokens).sum();
    int[] positions = new int[tokens];
    int[] slots = new int[tokens];
    int[] starts = new int[chunks.size() + 1];
    int[] lengths = new int[chunks.size()];
    int[][] tables = new int[chunks.size()][];
    int row = 0;
    for (int b = 0; b < chunks.size(); b++) {
      Sequence sequence = chunks.get(b).sequence();
      lengths[b] = sequence.computed + chunks.get(b).tokens();
      while (sequence.blocks.size() * blockSize < lengths[b]) {
        sequence.blocks.add(freeBlocks.remove(0));
      }
      for (int position = sequence.computed; position < lengths[b]; position++, row++) {
        positions[row] = position;
        slots[row] = sequence.blocks.get(position / blockSize) * blockSize + position % blockSize;
      }
      starts[b + 1] = row;
      tables[b] = table(sequence, sequence.computed);
    }
    int[] ids = IntStream.range(0, tokens).toArray();
    return new StepInputs(ids, positions, slots, starts, lengths, tables, ids);
  }

  /** The blocks, with those that no query from {@code position} on can see replaced by block 0. */
  private int[] table(Sequence sequence, int position) {
    int firstKey = shape.window() == 0 ? 0 : Math.max(0, position - shape.window() + 1);
    int[] table = sequence.blocks.stream().mapToInt(block -> block).toArray();
    for (int i = 0; i < firstKey / blockSize; i++) {
      table[i] = 0;
    }
    return table;
  }
}
