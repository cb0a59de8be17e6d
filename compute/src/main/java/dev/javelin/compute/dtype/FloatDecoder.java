// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

import dev.javelin.compute.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Widens the stored elements of one type to float32. Quantised types give exactly the values of
 * GGUF's reference code; types wider than float32 round to the nearest. Immutable.
 */
public final class FloatDecoder {
  private static final int CHUNK_ELEMENTS = 4096;

  private final DType type;
  private final BlockDecoder blocks;

  private FloatDecoder(DType type) {
    this.type = type;
    this.blocks = blockDecoder(type);
  }

  /** The decoder of a type. */
  public static FloatDecoder of(DType type) {
    return new FloatDecoder(type);
  }

  /**
   * Widens {@code elements} elements from {@code source}, whose byte order does not matter, into
   * {@code target}, each at its position, which advances.
   *
   * @throws IllegalArgumentException if the elements are not whole blocks, or a buffer is too short
   */
  public void decode(ByteBuffer source, int elements, FloatBuffer target) {
    long bytes = type.rowBytes(elements);
    if (source.remaining() < bytes || target.remaining() < elements) {
      throw new IllegalArgumentException(
          ("buffers too short for %d elements of %s: sourceBytes=%d, expected %d;"
                  + " targetElements=%d, expected %d")
              .formatted(elements, type, source.remaining(), bytes, target.remaining(), elements));
    }
    if (type == DType.F32) {
      copy(source, elements, target);
      return;
    }
    int chunk = Math.min(elements, CHUNK_ELEMENTS);
    byte[] stored = new byte[chunk / type.blockElements() * type.blockBytes()];
    float[] widened = new float[chunk];
    for (int done = 0; done < elements; done += chunk) {
      int count = Math.min(chunk, elements - done);
      int blockCount = count / type.blockElements();
      source.get(stored, 0, blockCount * type.blockBytes());
      blocks.decode(stored, blockCount, widened);
      target.put(widened, 0, count);
    }
  }

  private static void copy(ByteBuffer source, int elements, FloatBuffer target) {
    FloatBuffer floats =
        source.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().limit(elements);
    target.put(floats);
    source.position(source.position() + 4 * elements);
  }

  private static BlockDecoder blockDecoder(DType type) {
    return switch (type) {
      case F64 -> PlainTypes::f64;
      case F32 -> PlainTypes::f32;
      case F16 -> PlainTypes::f16;
      case BF16 -> PlainTypes::bf16;
      case I8 -> PlainTypes::i8;
      case I16 -> PlainTypes::i16;
      case I32 -> PlainTypes::i32;
      case I64 -> PlainTypes::i64;
      case U8 -> PlainTypes::u8;
      case BOOL -> PlainTypes::bool;
      case F8_E4M3 -> PlainTypes::f8e4m3;
      case F8_E5M2 -> PlainTypes::f8e5m2;
      case Q4_0 -> LegacyQuants::q4_0;
      case Q4_1 -> LegacyQuants::q4_1;
      case Q5_0 -> LegacyQuants::q5_0;
      case Q5_1 -> LegacyQuants::q5_1;
      case Q8_0 -> LegacyQuants::q8_0;
      case Q2_K -> KQuants::q2_K;
      case Q3_K -> KQuants::q3_K;
      case Q4_K -> KQuants::q4_K;
      case Q5_K -> KQuants::q5_K;
      case Q6_K -> KQuants::q6_K;
      case IQ1_S -> IQuants::iq1_s;
      case IQ1_M -> IQuants::iq1_m;
      case IQ2_XXS -> IQuants::iq2_xxs;
      case IQ2_XS -> IQuants::iq2_xs;
      case IQ2_S -> IQuants::iq2_s;
      case IQ3_XXS -> IQuants::iq3_xxs;
      case IQ3_S -> IQuants::iq3_s;
      case IQ4_NL -> IQuants::iq4_nl;
      case IQ4_XS -> IQuants::iq4_xs;
      case TQ1_0 -> TernaryQuants::tq1_0;
      case TQ2_0 -> TernaryQuants::tq2_0;
      case MXFP4 -> FourBitFloats::mxfp4;
      case NVFP4 -> FourBitFloats::nvfp4;
    };
  }
}
