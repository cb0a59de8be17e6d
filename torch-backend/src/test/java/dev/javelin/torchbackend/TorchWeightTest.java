// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.DType;
import dev.javelin.compute.Step;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import dev.javelin.compute.WeightSource;
import dev.javelin.computetck.InMemoryWeightSource;
import dev.javelin.computetck.Matrix;
import dev.javelin.computetck.Reference;
import dev.javelin.computetck.Workbench;
import dev.javelin.engineapi.UnsupportedModelException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How weights are held: mapped where they lie, or converted, never twice. */
class TorchWeightTest {
  private static final Matrix VALUES = Matrix.random(31, 13, 1);

  private final Workbench bench =
      new Workbench(new TorchBackendProvider().open(new BackendOptions("cpu", WeightType.AUTO, 1)));

  @TempDir Path folder;

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void weight_mappedFloat32_isUsedWhereItLies() throws IOException {
    Mapped source = new Mapped(folder, 8);

    Weight weight = bench.own(bench.backend().weight(source));

    assertThat(bench.backend().weightBytes(source)).isZero();
    assertThat(source.reads).isZero();
    assertTable(weight, VALUES);
    assertFactor(weight);
    source.overwriteFirst(42);
    Matrix changed = VALUES.map(v -> v);
    changed.set(0, 0, 42);
    assertTable(weight, changed);
  }

  @Test
  void weight_mappedAtAnOddOffset_isCopied() throws IOException {
    Mapped source = new Mapped(folder, 6);

    Weight weight = bench.own(bench.backend().weight(source));

    assertThat(bench.backend().weightBytes(source)).isEqualTo(31 * 13 * 4);
    assertThat(source.reads).isPositive();
    assertTable(weight, VALUES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tft", "ftf", "ff", "tt"})
  void weight_asTableAndFactorInAnyOrder_givesTheSame(String uses) {
    Weight weight = bench.weight(VALUES);

    for (char use : uses.toCharArray()) {
      if (use == 't') {
        assertTable(weight, VALUES);
      } else {
        assertFactor(weight);
      }
    }
  }

  @Test
  void weight_ofIntegers_isRefusedWithTheTypesThereAre() {
    WeightSource source = new Typed(DType.I32);

    assertThatThrownBy(() -> bench.backend().weight(source))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContainingAll("name=typed", "dtype=I32", "F32", "BF16");
  }

  @Test
  void weight_whoseSourceGivesTooLittle_isRefused() {
    WeightSource source = new Typed(DType.F16);

    assertThatThrownBy(() -> bench.backend().weight(source))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("name=typed", "missing=6");
  }

  @Test
  void weight_closed_isRefused() {
    Weight weight = bench.weight(VALUES);
    Step step = bench.step(3);
    weight.close();

    assertThatThrownBy(() -> step.embedding(weight))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  private void assertTable(Weight weight, Matrix expected) {
    try (Step step = bench.step(31)) {
      assertThat(Workbench.read(step, step.embedding(weight)).data())
          .containsExactly(expected.data());
    }
  }

  private void assertFactor(Weight weight) {
    Matrix x = Matrix.random(5, 13, 2);
    try (Step step = bench.step(5)) {
      Tensor actual = step.linear(bench.tensor(step, x), weight, null);
      Workbench.assertClose(Workbench.read(step, actual), Reference.linear(x, VALUES, null), 1e-5);
    }
  }

  /** {@link #VALUES} in a file. */
  private static final class Mapped implements WeightSource, WeightSource.MappedBytes {
    private final InMemoryWeightSource values = new InMemoryWeightSource("mapped", VALUES);
    private final Path file;
    private final int offset;
    private final ByteBuffer mapping;
    int reads;

    Mapped(Path folder, int offset) throws IOException {
      this.file = folder.resolve("weights.bin");
      this.offset = offset;
      ByteBuffer content =
          ByteBuffer.allocate(offset + VALUES.data().length * Float.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN);
      content.position(offset);
      for (double value : VALUES.data()) {
        content.putFloat((float) value);
      }
      Files.write(file, content.array());
      try (FileChannel channel = FileChannel.open(file)) {
        mapping = channel.map(FileChannel.MapMode.READ_ONLY, offset, byteSize());
      }
    }

    void overwriteFirst(float value) throws IOException {
      try (FileChannel channel = FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
        ByteBuffer bytes =
            ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(value);
        channel.write(bytes.flip(), offset);
      }
    }

    @Override
    public String name() {
      return values.name();
    }

    @Override
    public DType dtype() {
      return DType.F32;
    }

    @Override
    public long rows() {
      return values.rows();
    }

    @Override
    public long columns() {
      return values.columns();
    }

    @Override
    public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
      reads++;
      values.readFloats(fromRow, rowCount, target);
    }

    @Override
    public Optional<MappedBytes> mapped() {
      return Optional.of(this);
    }

    @Override
    public Path file() {
      return file;
    }

    @Override
    public long fileOffset() {
      return offset;
    }

    @Override
    public long byteSize() {
      return (long) VALUES.data().length * Float.BYTES;
    }

    @Override
    public ByteBuffer slice(long from, int length) {
      return mapping.slice((int) from, length).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** A weight [2, 3] of a type, whose values never come. */
  private record Typed(DType dtype) implements WeightSource {
    @Override
    public String name() {
      return "typed";
    }

    @Override
    public long rows() {
      return 2;
    }

    @Override
    public long columns() {
      return 3;
    }

    @Override
    public void readFloats(long fromRow, int rowCount, FloatBuffer target) {}

    @Override
    public Optional<MappedBytes> mapped() {
      return Optional.empty();
    }
  }
}
