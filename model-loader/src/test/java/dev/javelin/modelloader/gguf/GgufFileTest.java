// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GgufFileTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void open_valueOfEveryType_readsIt(int version) {
    GgufMetadata metadata =
        open(new GgufBytes()
                .version(version)
                .raw("u8", 0, bytes(1).put((byte) 200).array())
                .raw("i8", 1, bytes(1).put((byte) -3).array())
                .raw("u16", 2, bytes(2).putShort((short) 60000).array())
                .raw("i16", 3, bytes(2).putShort((short) -5).array())
                .raw("u32", 4, bytes(4).putInt(-1).array())
                .raw("i32", 5, bytes(4).putInt(-7).array())
                .f32("f32", 0.1f)
                .bool("bool", true)
                .text("text", "h\u00e9")
                .raw("u64", 10, bytes(8).putLong(-1).array())
                .raw("i64", 11, bytes(8).putLong(-9).array())
                .raw("f64", 12, bytes(8).putDouble(0.25).array()))
            .metadata();
    assertThat(metadata.values())
        .containsEntry("u8", 200L)
        .containsEntry("i8", -3L)
        .containsEntry("u16", 60000L)
        .containsEntry("i16", -5L)
        .containsEntry("u32", 4294967295L)
        .containsEntry("i32", -7L)
        .containsEntry("f32", 0.1f)
        .containsEntry("bool", true)
        .containsEntry("text", "h\u00e9")
        .containsEntry("u64", new BigInteger("18446744073709551615"))
        .containsEntry("i64", -9L)
        .containsEntry("f64", 0.25);
    assertThat(metadata.decimal("f32")).hasValue(0.1);
  }

  @Test
  void open_arrayOfEveryType_readsIt() {
    GgufMetadata metadata =
        open(new GgufBytes()
                .array("u8", 0, 2, new byte[] {-1, 1})
                .array("i16", 3, 1, bytes(2).putShort((short) -2).array())
                .array("small u32", 4, 1, bytes(4).putInt(7).array())
                .array("large u32", 4, 1, bytes(4).putInt(-1).array())
                .array("i64", 11, 1, bytes(8).putLong(-8).array())
                .array("f32", 6, 1, bytes(4).putFloat(1.5f).array())
                .array("f64", 12, 1, bytes(8).putDouble(2.5).array())
                .array("bool", 7, 2, new byte[] {0, 1})
                .texts("text", List.of("a", "")))
            .metadata();
    assertThat(metadata.integers("u8")).containsExactly(255, 1);
    assertThat(metadata.integers("i16")).containsExactly(-2);
    assertThat(metadata.integers("small u32")).containsExactly(7);
    assertThat(metadata.values().get("large u32")).isEqualTo(new long[] {4294967295L});
    assertThat(metadata.values().get("i64")).isEqualTo(new long[] {-8});
    assertThat(metadata.floats("f32")).containsExactly(1.5f);
    assertThat(metadata.values().get("f64")).isEqualTo(new double[] {2.5});
    assertThat(metadata.values().get("bool")).isEqualTo(new boolean[] {false, true});
    assertThat(metadata.texts("text")).containsExactly("a", "");
  }

  @Test
  void open_vocabularyOf150000Tokens_readsEach() {
    List<String> tokens = IntStream.range(0, 150_000).mapToObj(i -> "token" + i).toList();
    GgufMetadata metadata = open(new GgufBytes().texts("tokens", tokens)).metadata();
    assertThat(metadata.texts("tokens")).isEqualTo(tokens);
  }

  @Test
  void tensor_matrix_hasDimensionsOutermostFirst() {
    GgufFile file = open(new GgufBytes().floats("v", 0, 3).floats("w", 10, 3, 2));
    MappedTensor tensor = file.tensor("w");
    assertThat(tensor.shape().dimensions()).containsExactly(2L, 3L);
    float[] values = new float[3];
    tensor.readFloats(1, 1, FloatBuffer.wrap(values));
    assertThat(values).containsExactly(13, 14, 15);
    assertThat(tensor.fileOffset() % 32).isZero();
    assertThat(file.tensorNames()).containsExactly("v", "w");
  }

  @Test
  void tensor_noElementsOrNoDimensions_isLegal() {
    GgufFile file = open(new GgufBytes().floats("empty", 0, 4, 0).floats("scalar", 7));
    assertThat(file.tensor("empty").elements()).isZero();
    assertThat(file.tensor("scalar").elements()).isEqualTo(1);
  }

  @Test
  void tensor_unknownName_refused() {
    assertThatThrownBy(() -> open(new GgufBytes().floats("w", 0, 3)).tensor("x"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("tensor=x");
  }

  @Test
  void open_everyTensorType_isKnown() {
    int[] numbers = {
      0, 1, 2, 3, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
      29, 30, 34, 35, 39, 40
    };
    for (int number : numbers) {
      DType type = GgufTensorType.numbered(number).orElseThrow();
      GgufFile file = open(new GgufBytes().zeros("w", type, number, 256, 2));
      assertThat(file.tensor("w").byteSize()).isEqualTo(2 * type.rowBytes(256));
    }
  }

  @Test
  void open_overlappingTensors_refused() {
    refused(
            new GgufBytes()
                .tensor("a", 0, 0, new byte[64], 16)
                .tensor("b", 0, 32, new byte[64], 16))
        .hasMessageContaining("overlap")
        .hasMessageContaining("tensor=b");
  }

  @Test
  void open_tensorPastTheEnd_refused() {
    refused(new GgufBytes().tensor("a", 0, 0, new byte[64], 17 * 4))
        .hasMessageContaining("tensor=a");
    refused(new GgufBytes().tensor("a", 0, Long.MAX_VALUE - 31, new byte[64], 16))
        .hasMessageContaining("offset=9223372036854775776");
    refused(new GgufBytes().tensor("a", 0, 0, new byte[64], 1L << 33, 1L << 33))
        .hasMessageContaining("tensor=a");
    refused(new GgufBytes().tensor("a", 0, 0, new byte[64], -1)).hasMessageContaining("tensor=a");
  }

  @Test
  void open_fiveDimensions_refused() {
    refused(new GgufBytes().tensor("a", 0, 0, new byte[64], 1, 1, 1, 1, 16))
        .hasMessageContaining("dimensions=5");
  }

  @Test
  void open_alignmentNotAPowerOfTwo_refused() {
    refused(new GgufBytes().u32("general.alignment", 24))
        .hasMessageContaining("general.alignment=24");
  }

  @Test
  void metadata_wrongType_namesFileKeyAndType() {
    GgufMetadata metadata =
        open(new GgufBytes().text("a", "x").texts("b", List.of("x")).f32("c", 1)).metadata();
    for (String key : List.of("a", "b", "c")) {
      assertThatThrownBy(() -> metadata.integer(key))
          .isInstanceOf(ModelLoadException.class)
          .hasMessageContaining("test.gguf")
          .hasMessageContaining("key=" + key)
          .hasMessageContaining("an integer");
    }
    assertThatThrownBy(() -> metadata.text("d"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("key=d");
  }

  @Test
  void metadata_arrayOfEqualIntegers_countsAsOne() {
    GgufMetadata metadata =
        open(new GgufBytes().integers("same", 4, 4, 4).integers("other", 4, 5)).metadata();
    assertThat(metadata.integer("same")).hasValue(4);
    assertThatThrownBy(() -> metadata.integer("other")).isInstanceOf(ModelLoadException.class);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(GgufBytes bytes) {
    return assertThatThrownBy(() -> open(bytes)).isInstanceOf(ModelLoadException.class);
  }

  private GgufFile open(GgufBytes bytes) {
    return GgufFile.open(bytes.write(folder.resolve("test.gguf")));
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }
}
