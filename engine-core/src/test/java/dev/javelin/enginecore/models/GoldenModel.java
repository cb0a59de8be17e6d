// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.BackendProvider;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.modelloader.Checkpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/** A model run without scheduler or sampler, one sequence at a time, over a scrambled KV cache. */
final class GoldenModel implements AutoCloseable {
  private static final int BLOCK_SIZE = 4;
  private static final int BLOCKS = 512;

  private final Checkpoint checkpoint;
  private final Backend backend;
  private final Decoder decoder;
  private final KVCache cache;

  GoldenModel(Path model, int maxModelLen) {
    this(model, maxModelLen, 1);
  }

  GoldenModel(Path model, int maxModelLen, int threads) {
    checkpoint = Checkpoint.open(model);
    ModelDefinition definition = Architectures.define(checkpoint, maxModelLen);
    backend =
        ServiceLoader.load(BackendProvider.class)
            .findFirst()
            .orElseThrow()
            .open(new BackendOptions("cpu", WeightType.AUTO, threads));
    decoder = new Decoder(definition.spec(), definition.weights(), backend, maxModelLen);
    var attention = definition.spec().firstLayer().attention();
    cache =
        backend.kvCache(
            new KVCacheShape(
                definition.spec().layers().size(),
                BLOCKS,
                BLOCK_SIZE,
                attention.kvHeads(),
                attention.keyWidth(),
                attention.valueWidth(),
                DType.F32));
  }

  /** The logits after every token, [n][V], computed in chunks of {@code chunk} tokens. */
  List<float[]> logits(int[] ids, int chunk) {
    List<float[]> rows = new ArrayList<>();
    for (int from = 0; from < ids.length; from += chunk) {
      int to = Math.min(ids.length, from + chunk);
      try (Step step = backend.step(inputs(ids, from, to))) {
        Tensor logits = decoder.logits(step, decoder.forward(step, cache));
        for (int i = 0; i < to - from; i++) {
          float[] row = new float[logits.columns()];
          step.readRow(logits, i, row);
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** The logits after the last token, [V]. */
  float[] lastLogits(int[] ids) {
    try (Step step = backend.step(inputs(ids, 0, ids.length))) {
      Tensor hidden = decoder.forward(step, cache);
      Tensor logits = decoder.logits(step, step.rows(hidden, new int[] {ids.length - 1}));
      float[] row = new float[logits.columns()];
      step.readRow(logits, 0, row);
      return row;
    }
  }

  /** The {@code count} likeliest continuations of a sequence, one after another. */
  int[] greedy(int[] ids, int count) {
    int[] sequence = Arrays.copyOf(ids, ids.length + count);
    int computed = 0;
    for (int length = ids.length; length < sequence.length; length++) {
      try (Step step = backend.step(inputs(sequence, computed, length))) {
        Tensor hidden = decoder.forward(step, cache);
        Tensor last = step.rows(hidden, new int[] {length - computed - 1});
        sequence[length] = step.argmax(decoder.logits(step, last))[0];
      }
      computed = length;
    }
    return Arrays.copyOfRange(sequence, ids.length, sequence.length);
  }

  private static StepInputs inputs(int[] ids, int from, int to) {
    int[] blocks = new int[(to + BLOCK_SIZE - 1) / BLOCK_SIZE];
    Arrays.setAll(blocks, i -> (37 * i + 11) % (BLOCKS - 1) + 1);
    int[] positions = new int[to - from];
    Arrays.setAll(positions, i -> from + i);
    int[] slots = new int[to - from];
    Arrays.setAll(
        slots, i -> blocks[(from + i) / BLOCK_SIZE] * BLOCK_SIZE + (from + i) % BLOCK_SIZE);
    return new StepInputs(
        Arrays.copyOfRange(ids, from, to),
        positions,
        slots,
        new int[] {0, to - from},
        new int[] {to},
        new int[][] {blocks},
        new int[] {to - from - 1});
  }

  @Override
  public void close() {
    cache.close();
    decoder.close();
    backend.close();
    checkpoint.close();
  }
}
