// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.compute.DType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The numbers that GGUF files give to tensor types. */
final class GgufTensorType {
  private static final Map<Long, DType> TYPES =
      Map.ofEntries(
          Map.entry(0L, DType.F32),
          Map.entry(1L, DType.F16),
          Map.entry(2L, DType.Q4_0),
          Map.entry(3L, DType.Q4_1),
          Map.entry(6L, DType.Q5_0),
          Map.entry(7L, DType.Q5_1),
          Map.entry(8L, DType.Q8_0),
          Map.entry(10L, DType.Q2_K),
          Map.entry(11L, DType.Q3_K),
          Map.entry(12L, DType.Q4_K),
          Map.entry(13L, DType.Q5_K),
          Map.entry(14L, DType.Q6_K),
          Map.entry(16L, DType.IQ2_XXS),
          Map.entry(17L, DType.IQ2_XS),
          Map.entry(18L, DType.IQ3_XXS),
          Map.entry(19L, DType.IQ1_S),
          Map.entry(20L, DType.IQ4_NL),
          Map.entry(21L, DType.IQ3_S),
          Map.entry(22L, DType.IQ2_S),
          Map.entry(23L, DType.IQ4_XS),
          Map.entry(24L, DType.I8),
          Map.entry(25L, DType.I16),
          Map.entry(26L, DType.I32),
          Map.entry(27L, DType.I64),
          Map.entry(28L, DType.F64),
          Map.entry(29L, DType.IQ1_M),
          Map.entry(30L, DType.BF16),
          Map.entry(34L, DType.TQ1_0),
          Map.entry(35L, DType.TQ2_0),
          Map.entry(39L, DType.MXFP4),
          Map.entry(40L, DType.NVFP4));

  private GgufTensorType() {}

  static Optional<DType> numbered(long number) {
    return Optional.ofNullable(TYPES.get(number));
  }

  /** Numbers and names, for messages. */
  static String supported() {
    return new TreeMap<>(TYPES).toString();
  }
}
