// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.TopTokens;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The ops that end a step: they bring results to the heap. */
final class Logits {
  private Logits() {}

  /** The first index of each row's largest element, -1 for a row with a NaN. */
  static int[] argmax(TorchProgram program, IValue logits, int rows) {
    try (IValue best = program.call("argmax", logits)) {
      return Arrays.stream(longs(program, best, rows)).mapToInt(i -> (int) i).toArray();
    }
  }

  /**
   * The k likeliest entries of each row. Torch finds the k-th largest logit; the entries at or
   * above it, in ascending order, are sorted here, so that ties go to the lowest id.
   */
  static TopTokens topTokens(TorchProgram program, IValue logits, int rows, int k) {
    int[][] ids = new int[rows][];
    float[][] logprobs = new float[rows][];
    if (rows > 0) {
      try (IValue threshold = program.call("kth_largest", logits, program.constant((long) k))) {
        for (int row = 0; row < rows; row++) {
          topTokens(program, logits, threshold, row, k, ids, logprobs);
        }
      }
    }
    return new TopTokens(ids, logprobs);
  }

  private static void topTokens(
      TorchProgram program,
      IValue logits,
      IValue threshold,
      int row,
      int k,
      int[][] ids,
      float[][] logprobs) {
    try (IValue index = IValue.from((long) row);
        IValue pair = program.call("candidates", logits, index, threshold)) {
      IValue[] parts = pair.toIValueTuple();
      try (IValue columns = parts[0];
          IValue scores = parts[1]) {
        long[] candidates = allLongs(program, columns);
        float[] values = allFloats(program, scores);
        if (candidates.length < k) {
          // Nothing compares with a NaN.
          ids[row] = IntStream.range(0, k).toArray();
          logprobs[row] = new float[k];
          Arrays.fill(logprobs[row], Float.NaN);
          return;
        }
        int[] order =
            IntStream.range(0, candidates.length)
                .boxed()
                .sorted(Comparator.comparing((Integer i) -> values[i]).reversed())
                .limit(k)
                .mapToInt(i -> i)
                .toArray();
        ids[row] = Arrays.stream(order).map(i -> (int) candidates[i]).toArray();
        logprobs[row] = new float[k];
        for (int i = 0; i < k; i++) {
          logprobs[row][i] = values[order[i]];
        }
      }
    }
  }

  private static long[] longs(TorchProgram program, IValue tensor, int count) {
    long[] values = new long[count];
    program.withMemory(tensor, memory -> memory.asLongBuffer().get(values));
    return values;
  }

  private static long[] allLongs(TorchProgram program, IValue tensor) {
    return program.withMemory(
        tensor,
        memory -> {
          long[] values = new long[memory.remaining() / Long.BYTES];
          memory.asLongBuffer().get(values);
          return values;
        });
  }

  private static float[] allFloats(TorchProgram program, IValue tensor) {
    return program.withMemory(
        tensor,
        memory -> {
          float[] values = new float[memory.remaining() / Float.BYTES];
          memory.asFloatBuffer().get(values);
          return values;
        });
  }
}
