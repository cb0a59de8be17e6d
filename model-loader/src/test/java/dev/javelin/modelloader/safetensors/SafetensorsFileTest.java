// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsFileTest {
  private static final int LIMIT = 1000;

  @TempDir private Path folder;

  @Test
  void tensor_fileOver4GiBWithTensorOver2GiB_readsBothEnds() throws IOException {
    long first = 3L << 30;
    long second = 2L << 30;
    Path path =
        write(
            """
            {"a":{"dtype":"BF16","shape":[%d,1024],"data_offsets":[0,%d]},
             "b":{"dtype":"I8","shape":[%d],"data_offsets":[%d,%d]}}
            """
                .formatted(first / 2048, first, second, first, first + second),
            first + second);
    poke(path, first - 2, 0x80, 0x3f);
    poke(path, first + second - 1, 7);
    SafetensorsFile file = SafetensorsFile.open(path, LIMIT);
    MappedTensor a = file.tensor("a");
    float[] row = new float[1024];
    a.readFloats(a.rows() - 1, 1, FloatBuffer.wrap(row));
    assertThat(row[1023]).isEqualTo(1f);
    assertThat(a.byteSize()).isEqualTo(first);
    assertThat(file.tensor("b").slice(second - 1, 1).get(0)).isEqualTo((byte) 7);
  }

  @Test
  void open_headerOverTheLimit_refusedNamingTheLimit() throws IOException {
    Path path = write("{\"__metadata__\":{\"a\":\"%s\"}}".formatted("x".repeat(LIMIT)), 0);
    assertThatThrownBy(() -> SafetensorsFile.open(path, LIMIT))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("maxHeaderBytes=1000");
    assertThat(SafetensorsFile.open(path, 2 * LIMIT).metadata()).containsKey("a");
  }

  @ParameterizedTest
  @CsvSource({
    "BOOL, 1",
    "U8, 1",
    "I8, 1",
    "F8_E4M3, 1",
    "F8_E5M2, 1",
    "I16, 2",
    "F16, 2",
    "BF16, 2",
    "I32, 4",
    "F32, 4",
    "F64, 8",
    "I64, 8"
  })
  void tensor_knownType_isItsDType(String name, int bytes) throws IOException {
    SafetensorsFile file = SafetensorsFile.open(one(name, "[3]", 3 * bytes), LIMIT);
    assertThat(file.tensor("t").dtype()).isEqualTo(DType.valueOf(name));
  }

  @ParameterizedTest
  @CsvSource({"U16, 6", "U32, 12", "U64, 24", "C64, 24", "F8_E8M0, 3"})
  void tensor_typeWithoutDType_isSizedAndRefusedWhenRead(String name, int bytes)
      throws IOException {
    SafetensorsFile file = SafetensorsFile.open(one(name, "[3]", bytes), LIMIT);
    assertThat(file.shape("t")).containsExactly(3);
    assertThatThrownBy(() -> file.tensor("t"))
        .isInstanceOf(UnsupportedModelException.class)
        .hasMessageContaining("dtype=" + name);
  }

  @Test
  void open_halfAByte_refused() throws IOException {
    Path whole = one("F4", "[4]", 2);
    assertThat(SafetensorsFile.open(whole, LIMIT).shape("t")).containsExactly(4);
    Path odd = one("F4", "[3]", 2);
    assertThatThrownBy(() -> SafetensorsFile.open(odd, LIMIT))
        .isInstanceOf(ModelLoadException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"t\":{\"dtype\":\"Q9\",\"shape\":[1],\"data_offsets\":[0,4]}} | dtype",
        "{\"t\":{\"shape\":[1],\"data_offsets\":[0,4]}} | dtype",
        "{\"t\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}} | shape",
        "{\"t\":{\"dtype\":\"F32\",\"shape\":[1]}} | data_offsets",
        "{\"t\":{\"dtype\":\"F32\",\"shape\":1,\"data_offsets\":[0,4]}} | shape",
        "{\"t\":{\"dtype\":\"F32\",\"shape\":[9223372036854775807,9223372036854775807],\"data_offsets\":[0,4]}} | shape",
        "{\"t\":[1]} | tensor=t",
        "{\"t\":null} | tensor=t",
        "{\"__metadata__\":[]} | __metadata__",
        "{} {} | more than one",
        "{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"shape\":[1],\"data_offsets\":[0,4]}} | JSON",
      })
  void open_wrongHeader_refusedNamingThePart(String header, String mention) throws IOException {
    Path path = write(header, 4);
    assertThatThrownBy(() -> SafetensorsFile.open(path, LIMIT))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(mention)
        .hasMessageContaining("test.safetensors");
  }

  private Path one(String dtype, String shape, int bytes) throws IOException {
    return write(
        "{\"t\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[0,%d]}}"
            .formatted(dtype, shape, bytes),
        bytes);
  }

  private Path write(String header, long dataBytes) throws IOException {
    Path path = folder.resolve("test.safetensors");
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.setLength(0);
      file.write(
          ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(json.length).array());
      file.write(json);
      file.setLength(8 + json.length + dataBytes);
    }
    return path;
  }

  /** Puts bytes at an offset of the data. */
  private static void poke(Path path, long offset, int... bytes) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long header = Long.reverseBytes(file.readLong());
      file.seek(8 + header + offset);
      for (int value : bytes) {
        file.write(value);
      }
    }
  }
}
