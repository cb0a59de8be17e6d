// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The codebooks of GGUF's IQ types, which are part of the format: each entry names the magnitudes
 * of 4 or 8 neighbouring elements. The resource {@code iq-grids.bin} stores the entries of one
 * codebook after another, an entry as small indices into the codebook's levels, the first element
 * in the lowest bits.
 */
final class IqTables {
  private static final String RESOURCE = "iq-grids.bin";
  private static final byte[] LEVELS_2 = {8, 25, 43};
  private static final byte[] LEVELS_3_XXS = {4, 12, 20, 28, 36, 44, 52, 62};
  private static final byte[] LEVELS_3_S = {1, 3, 5, 7, 9, 11, 13, 15};
  private static final byte[] LEVELS_1 = {-1, 0, 1};

  /** 256 entries of 8 elements. */
  static final byte[] IQ2_XXS;

  /** 512 entries of 8 elements. */
  static final byte[] IQ2_XS;

  /** 1024 entries of 8 elements. */
  static final byte[] IQ2_S;

  /** 256 entries of 4 elements. */
  static final byte[] IQ3_XXS;

  /** 512 entries of 4 elements. */
  static final byte[] IQ3_S;

  /** 2048 entries of 8 elements. */
  static final byte[] IQ1;

  /** The 16 levels of IQ4_NL and IQ4_XS. */
  static final byte[] IQ4_LEVELS = {
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113
  };

  static {
    byte[] packed = read();
    IQ2_XXS = unpack(packed, 0, 512, 2, LEVELS_2);
    IQ2_XS = unpack(packed, 512, 1024, 2, LEVELS_2);
    IQ2_S = unpack(packed, 1536, 2048, 2, LEVELS_2);
    IQ3_XXS = unpack(packed, 3584, 512, 4, LEVELS_3_XXS);
    IQ3_S = unpack(packed, 4096, 1024, 4, LEVELS_3_S);
    IQ1 = unpack(packed, 5120, 4096, 2, LEVELS_1);
  }

  private IqTables() {}

  /** The signs of 8 elements whose product is positive: seven are stored, the eighth follows. */
  static int evenSigns(int seven) {
    return seven | (Integer.bitCount(seven) & 1) << 7;
  }

  private static byte[] unpack(byte[] packed, int at, int bytes, int bits, byte[] levels) {
    int perByte = 8 / bits;
    byte[] values = new byte[bytes * perByte];
    for (int i = 0; i < values.length; i++) {
      int index = packed[at + i / perByte] >> bits * (i % perByte) & (1 << bits) - 1;
      values[i] = levels[index];
    }
    return values;
  }

  private static byte[] read() {
    try (InputStream in = IqTables.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("the library is incomplete: missing resource=" + RESOURCE);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
