// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FloatDecoderTest {
  @Test
  void decode_everyHalf_equalsItsDefinition() {
    ByteBuffer all = littleEndian(2 * 65536);
    for (int bits = 0; bits < 65536; bits++) {
      all.putShort(2 * bits, (short) bits);
    }
    float[] values = decode(DType.F16, all, 65536);
    for (int bits = 0; bits < 65536; bits++) {
      int exponent = bits >> 10 & 31;
      int mantissa = bits & 1023;
      double sign = bits < 32768 ? 1 : -1;
      double expected;
      if (exponent == 31) {
        expected = mantissa == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
      } else if (exponent == 0) {
        expected = sign * mantissa * 0x1p-24;
      } else {
        expected = sign * (1024 + mantissa) * Math.pow(2, exponent - 25);
      }
      assertThat(values[bits]).as("half %04x", bits).isEqualTo(Float.valueOf((float) expected));
    }
  }

  @Test
  void decode_bfloat16_isTheUpperHalfOfAFloat() {
    ByteBuffer source = littleEndian(8);
    source.putShort(0, (short) 0x3fc0).putShort(2, (short) 0xff80);
    source.putShort(4, (short) 0x0001).putShort(6, (short) 0x8000);
    assertThat(decode(DType.BF16, source, 4))
        .containsExactly(1.5f, Float.NEGATIVE_INFINITY, 0x1p-133f, -0f);
  }

  @Test
  void decode_float8E4m3_hasNoInfinitiesAndOneNanASign() {
    ByteBuffer source = bytes(0x00, 0x80, 0x01, 0x07, 0x08, 0x38, 0x7e, 0xfe, 0x7f, 0xff);
    assertThat(decode(DType.F8_E4M3, source, 10))
        .containsExactly(
            0f, -0f, 0x1p-9f, 7 * 0x1p-9f, 0x1p-6f, 1f, 448f, -448f, Float.NaN, Float.NaN);
  }

  @Test
  void decode_float8E5m2_isTheUpperHalfOfAHalf() {
    ByteBuffer source = bytes(0x00, 0x01, 0x3c, 0xbe, 0x7b, 0x7c, 0xfc, 0x7d);
    assertThat(decode(DType.F8_E5M2, source, 8))
        .containsExactly(
            0f,
            0x1p-16f,
            1f,
            -1.5f,
            57344f,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN);
  }

  @Test
  void decode_integersAndDoubles_roundToNearest() {
    assertThat(decode(DType.I8, bytes(0x80, 0x7f), 2)).containsExactly(-128f, 127f);
    assertThat(decode(DType.U8, bytes(0x80, 0xff), 2)).containsExactly(128f, 255f);
    assertThat(decode(DType.BOOL, bytes(0, 1, 2), 3)).containsExactly(0f, 1f, 1f);
    assertThat(decode(DType.I16, littleEndian(2).putShort(0, (short) -32768), 1))
        .containsExactly(-32768f);
    assertThat(decode(DType.I32, littleEndian(4).putInt(0, 16777217), 1))
        .containsExactly(16777216f);
    assertThat(decode(DType.I64, littleEndian(8).putLong(0, Long.MIN_VALUE), 1))
        .containsExactly(-0x1p63f);
    assertThat(decode(DType.F64, littleEndian(8).putDouble(0, 0.1), 1)).containsExactly(0.1f);
    assertThat(decode(DType.F32, littleEndian(4).putFloat(0, -0.1f), 1)).containsExactly(-0.1f);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void decode_manyBlocks_equalsBlockByBlock(DType type) {
    int blocks = 3 * 4096 / type.blockElements() + 1;
    byte[] stored = new byte[blocks * type.blockBytes()];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = (byte) (i * 37 + i / 251);
    }
    float[] whole = decode(type, ByteBuffer.wrap(stored), blocks * type.blockElements());
    FloatBuffer oneByOne = FloatBuffer.allocate(whole.length);
    ByteBuffer source = ByteBuffer.wrap(stored);
    for (int block = 0; block < blocks; block++) {
      FloatDecoder.of(type).decode(source, type.blockElements(), oneByOne);
    }
    assertThat(whole).containsExactly(oneByOne.array());
    assertThat(Arrays.equals(whole, new float[whole.length])).isFalse();
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void decode_shortSource_refused(DType type) {
    ByteBuffer source = ByteBuffer.allocate(type.blockBytes() - 1);
    FloatBuffer target = FloatBuffer.allocate(type.blockElements());
    assertThatThrownBy(() -> FloatDecoder.of(type).decode(source, type.blockElements(), target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(type.name());
  }

  @Test
  void decode_partOfABlock_refused() {
    assertThatThrownBy(
            () ->
                FloatDecoder.of(DType.Q4_0)
                    .decode(ByteBuffer.allocate(18), 31, FloatBuffer.allocate(31)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("multiple of 32");
  }

  private static float[] decode(DType type, ByteBuffer source, int elements) {
    float[] values = new float[elements];
    FloatDecoder.of(type).decode(source, elements, FloatBuffer.wrap(values));
    return values;
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(values.length);
    for (int value : values) {
      buffer.put((byte) value);
    }
    return buffer.flip();
  }
}
