// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.WeightSource.MappedBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WeightSourceTest {
  /** 0 1 2 / 10 11 12 / 20 21 22 / 30 31 32. */
  private final WeightSource matrix = new Matrix(4, 3, DType.F32);

  @Test
  void rows_middle_readAndMapOnlyThose() {
    WeightSource middle = matrix.rows(1, 2);
    assertThat(middle.rows()).isEqualTo(2);
    assertThat(read(middle)).containsExactly(10, 11, 12, 20, 21, 22);
    MappedBytes bytes = middle.mapped().orElseThrow();
    assertThat(bytes.fileOffset()).isEqualTo(100 + 12);
    assertThat(bytes.byteSize()).isEqualTo(24);
    assertThat(bytes.slice(4, 4).order(ByteOrder.LITTLE_ENDIAN).getFloat(0)).isEqualTo(11f);
  }

  @Test
  void rows_ofRows_countFromTheInnerBegin() {
    assertThat(read(matrix.rows(1, 3).rows(1, 1))).containsExactly(20, 21, 22);
    assertThat(matrix.rows(4, 0).rows()).isZero();
  }

  @Test
  void rows_outside_refused() {
    WeightSource middle = matrix.rows(1, 2);
    assertThatThrownBy(() -> matrix.rows(3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> middle.rows(0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> middle.readFloats(0, 3, FloatBuffer.allocate(9)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> middle.mapped().orElseThrow().slice(20, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void vector_matrix_isOneRowOfTheSameBytes() {
    WeightSource vector = matrix.vector();
    assertThat(vector.rows()).isEqualTo(1);
    assertThat(vector.columns()).isEqualTo(12);
    assertThat(read(vector)).containsExactly(0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32);
    assertThat(vector.mapped().orElseThrow().byteSize()).isEqualTo(48);
    assertThat(vector.vector()).isSameAs(vector);
  }

  @Test
  void transposed_wholeOrPart_exchangesRowsAndColumns() {
    WeightSource transposed = matrix.transposed();
    assertThat(transposed.rows()).isEqualTo(3);
    assertThat(transposed.columns()).isEqualTo(4);
    assertThat(read(transposed)).containsExactly(0, 10, 20, 30, 1, 11, 21, 31, 2, 12, 22, 32);
    assertThat(read(transposed.rows(2, 1))).containsExactly(2, 12, 22, 32);
    assertThat(transposed.mapped()).isEmpty();
    assertThat(transposed.transposed()).isSameAs(matrix);
  }

  @Test
  void transposed_largerThanOneChunk_equalsTheDefinition() {
    WeightSource transposed = new Matrix(1000, 700, DType.F32).transposed();
    float[] values = read(transposed);
    for (int row = 0; row < 700; row++) {
      for (int column = 0; column < 1000; column++) {
        assertThat(values[row * 1000 + column]).isEqualTo(10f * column + row);
      }
    }
  }

  @Test
  void transposed_quantised_isNoLongerOfThatType() {
    assertThat(new Matrix(4, 32, DType.Q8_0).transposed().dtype()).isEqualTo(DType.F32);
    assertThat(new Matrix(4, 32, DType.BF16).transposed().dtype()).isEqualTo(DType.BF16);
  }

  @Test
  void plus_readBehindOtherValues_addsToItsOwnOnly() {
    FloatBuffer target = FloatBuffer.allocate(4).put(7f);
    WeightSource shifted = matrix.plus(1f);
    shifted.readFloats(1, 1, target);
    assertThat(target.array()).containsExactly(7, 11, 12, 13);
    assertThat(shifted.mapped()).isEmpty();
    assertThat(new Matrix(1, 2, DType.BF16).plus(1f).dtype()).isEqualTo(DType.F32);
  }

  @Test
  void stacked_readAcrossParts_isInOrder() {
    WeightSource stack =
        WeightSource.stacked(
            "qk", List.of(matrix.rows(2, 2), matrix.rows(0, 1), matrix.rows(1, 0)));
    assertThat(stack.name()).isEqualTo("qk");
    assertThat(stack.rows()).isEqualTo(3);
    assertThat(read(stack)).containsExactly(20, 21, 22, 30, 31, 32, 0, 1, 2);
    assertThat(read(stack.rows(1, 2))).containsExactly(30, 31, 32, 0, 1, 2);
    assertThat(stack.mapped()).isEmpty();
  }

  @Test
  void stacked_unequalParts_refused() {
    assertThatThrownBy(() -> WeightSource.stacked("s", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> WeightSource.stacked("s", List.of(matrix, new Matrix(4, 2, DType.F32))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("columns=3");
  }

  private static float[] read(WeightSource source) {
    FloatBuffer target = FloatBuffer.allocate((int) source.elements());
    source.readFloats(0, (int) source.rows(), target);
    assertThat(target.hasRemaining()).isFalse();
    return target.array();
  }

  /** Element [r, c] is 10r + c; "mapped" at byte 100 of a file. */
  private record Matrix(long rows, long columns, DType dtype) implements WeightSource {
    @Override
    public String name() {
      return "matrix";
    }

    @Override
    public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
      for (long row = fromRow; row < fromRow + rowCount; row++) {
        for (long column = 0; column < columns; column++) {
          target.put(10f * row + column);
        }
      }
    }

    @Override
    public Optional<MappedBytes> mapped() {
      ByteBuffer bytes = ByteBuffer.allocate((int) (4 * elements())).order(ByteOrder.LITTLE_ENDIAN);
      FloatBuffer floats = bytes.asFloatBuffer();
      readFloats(0, (int) rows, floats);
      return Optional.of(new Bytes(bytes));
    }
  }

  private record Bytes(ByteBuffer bytes) implements MappedBytes {
    @Override
    public Path file() {
      return Path.of("matrix.bin");
    }

    @Override
    public long fileOffset() {
      return 100;
    }

    @Override
    public long byteSize() {
      return bytes.capacity();
    }

    @Override
    public ByteBuffer slice(long offset, int length) {
      return bytes.slice((int) offset, length);
    }
  }
}
