// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.RopeTable;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import dev.javelin.computetck.Matrix;
import dev.javelin.computetck.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a step holds, and that it gives all of it back. */
class StepMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int TOKENS = 64;
  private static final int WIDTH = 512;

  private final Workbench bench =
      new Workbench(new TorchBackendProvider().open(new BackendOptions("cpu", WeightType.AUTO, 1)));

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void close_always_releasesEveryTensor() {
    TorchStep step = (TorchStep) bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));
    step.add(x, step.scale(x, 2));
    assertThat(step.size()).isEqualTo(3);

    step.close();

    assertThat(step.size()).isZero();
    assertThatThrownBy(() -> step.scale(x, 2)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void retain_always_releasesTheOthers() {
    TorchStep step = (TorchStep) bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 8, 1));
    Tensor y = step.scale(x, 2);
    step.add(x, y);

    step.retain(y);

    assertThat(step.size()).isEqualTo(1);
  }

  @Test
  void steps_thousands_takeNoMoreMemoryThanOne() throws Exception {
    assumeTrue(Files.exists(STATUS), "resident memory is read from " + STATUS);

    String output = ChildJvm.start(Stepping.class, Map.of()).output();

    long grown = Long.parseLong(output.replaceAll("(?s).*grown by (-?\\d+) KiB.*", "$1"));
    // The heap is 64 MiB; one tensor kept a step would be 2000 x 128 KiB.
    assertThat(grown).isLessThan(128 << 10);
  }

  /** Runs steps in a small heap and prints by how much the process grew. */
  static final class Stepping {
    private Stepping() {}

    public static void main(String[] arguments) throws IOException {
      try (Workbench bench =
          new Workbench(
              new TorchBackendProvider().open(new BackendOptions("cpu", WeightType.AUTO, 1)))) {
        Weight table = bench.weight(Matrix.random(TOKENS, WIDTH, 1));
        Weight norm = bench.weight(Matrix.random(1, WIDTH, 2));
        RopeAngles angles = new RopeAngles(new double[] {1, 0.1}, 1, false);
        RopeTable rope = bench.own(bench.backend().ropeTable(angles, 128));
        KVCacheShape shape = new KVCacheShape(1, 128, 16, 8, 64, 64, DType.F32);
        KVCache cache = bench.own(bench.backend().kvCache(shape));
        StepInputs inputs = inputs();
        for (int i = 0; i < 200; i++) {
          run(bench, inputs, table, norm, rope, cache);
        }
        long before = residentKilobytes();
        for (int i = 0; i < 2000; i++) {
          run(bench, inputs, table, norm, rope, cache);
        }
        System.out.println("grown by " + (residentKilobytes() - before) + " KiB");
      }
    }
  }

  /** Prefills a sequence of 32 tokens beside 32 sequences that decode their third token. */
  private static StepInputs inputs() {
    int[] ids = IntStream.range(0, TOKENS).toArray();
    int[] positions = Arrays.stream(ids).map(i -> i < 32 ? i : 2).toArray();
    int[] slots = Arrays.stream(ids).map(i -> i < 32 ? 16 + i : 16 * i + 2).toArray();
    int[] starts = IntStream.concat(IntStream.of(0), IntStream.rangeClosed(32, TOKENS)).toArray();
    int[] lengths = new int[33];
    int[][] blocks = new int[33][];
    for (int b = 0; b < 33; b++) {
      lengths[b] = b == 0 ? 32 : 3;
      blocks[b] = b == 0 ? new int[] {1, 2} : new int[] {31 + b};
    }
    return new StepInputs(ids, positions, slots, starts, lengths, blocks, ids);
  }

  private static void run(
      Workbench bench,
      StepInputs inputs,
      Weight table,
      Weight norm,
      RopeTable rope,
      KVCache cache) {
    AttentionShape shape = new AttentionShape(8, 8, 64, 64, 0.125, 0, 0);
    try (TorchStep step = (TorchStep) bench.backend().step(inputs)) {
      Tensor x = step.rmsNorm(step.embedding(table), norm, 1e-5);
      Tensor rotated = step.rope(x, 8, rope);
      step.writeKeyValue(cache, 0, rotated, x);
      Tensor y = step.attention(rotated, cache, 0, shape);
      step.argmax(step.rows(y, new int[] {0, 63}));
      step.topTokens(step.rows(y, new int[] {0, 63}), 3);
      step.readRow(y, 5, new float[WIDTH]);
    }
  }

  private static long residentKilobytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
