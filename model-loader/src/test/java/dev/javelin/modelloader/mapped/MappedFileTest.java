// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.mapped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path folder;

  @Test
  void slice_acrossPieces_isContiguous() throws IOException {
    MappedFile file = MappedFile.open(sparse(5 * GIB + 3, GIB - 1, 2 * GIB, 5 * GIB + 2));
    ByteBuffer view = file.slice(GIB - 1, Math.toIntExact(GIB + 2));
    assertThat(view.get(0)).isEqualTo((byte) 1);
    assertThat(view.get(Math.toIntExact(GIB + 1))).isEqualTo((byte) 2);
    assertThat(file.slice(5 * GIB + 2, 1).get(0)).isEqualTo((byte) 3);
  }

  @Test
  void slice_largest_isContiguous() throws IOException {
    MappedFile file = MappedFile.open(sparse(5 * GIB, GIB - 5, 3 * GIB - 7));
    ByteBuffer view = file.slice(GIB - 5, Integer.MAX_VALUE);
    assertThat(view.get(0)).isEqualTo((byte) 1);
    assertThat(view.get(Math.toIntExact(2 * GIB - 2))).isEqualTo((byte) 2);
    assertThat(view.isReadOnly()).isTrue();
  }

  @Test
  void slice_outside_refused() throws IOException {
    MappedFile file = MappedFile.open(sparse(10));
    assertThatThrownBy(() -> file.slice(8, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(file.slice(10, 0).remaining()).isZero();
  }

  @Test
  void open_emptyFile_hasNothing() throws IOException {
    MappedFile file = MappedFile.open(Files.createFile(folder.resolve("empty")));
    assertThat(file.size()).isZero();
    assertThat(file.slice(0, 0).remaining()).isZero();
  }

  @Test
  void open_folderOrNothing_refused() {
    assertThatThrownBy(() -> MappedFile.open(folder)).isInstanceOf(ModelLoadException.class);
    assertThatThrownBy(() -> MappedFile.open(folder.resolve("none")))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("none");
  }

  @Test
  void readFloats_tensorOver4GiB_readsItsLastRow() throws IOException {
    long columns = 1 << 16;
    long rows = 5 * GIB / columns;
    Path path = sparse(8 + rows * columns, 8 + (rows - 1) * columns, 8 + rows * columns - 1);
    MappedTensor tensor =
        new MappedTensor(
            "t", DType.I8, new TensorShape(List.of(rows, columns)), MappedFile.open(path), 8);
    float[] values = new float[(int) columns];
    tensor.readFloats(rows - 1, 1, FloatBuffer.wrap(values));
    assertThat(values[0]).isEqualTo(1f);
    assertThat(values[values.length - 1]).isEqualTo(2f);
    assertThat(tensor.byteSize()).isEqualTo(5 * GIB);
  }

  @Test
  void tensor_pastTheEnd_refused() throws IOException {
    MappedFile file = MappedFile.open(sparse(40));
    TensorShape shape = new TensorShape(List.of(10L));
    assertThat(new MappedTensor("t", DType.F32, shape, file, 0).byteSize()).isEqualTo(40);
    assertThatThrownBy(() -> new MappedTensor("t", DType.F32, shape, file, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void readFloats_targetTooShort_refused() throws IOException {
    MappedTensor tensor =
        new MappedTensor(
            "t", DType.F32, new TensorShape(List.of(2L, 5L)), MappedFile.open(sparse(40)), 0);
    assertThatThrownBy(() -> tensor.readFloats(0, 2, FloatBuffer.allocate(9)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> tensor.readFloats(1, 2, FloatBuffer.allocate(20)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shape_negativeOrOverflowing_refused() {
    assertThatThrownBy(() -> new TensorShape(List.of(2L, -1L)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TensorShape(List.of(1L << 31, 0L, 1L << 31)))
        .isInstanceOf(IllegalArgumentException.class);
    TensorShape scalar = new TensorShape(List.of());
    assertThat(scalar.elements()).isEqualTo(1);
    assertThat(new TensorShape(List.of(2L, 3L, 4L)).rows()).isEqualTo(6);
  }

  /** A file of zeros but for 1, 2, 3 ... at the given offsets; takes no room on the disk. */
  private Path sparse(long size, long... marks) throws IOException {
    Path path = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(size);
      byte value = 1;
      for (long mark : marks) {
        file.seek(mark);
        file.write(value++);
      }
    }
    return path;
  }
}
