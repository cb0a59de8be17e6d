// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.safetensors;

import dev.javelin.compute.DType;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The element types that headers may name. Those without a {@link DType} are only sized. */
enum SafetensorsType {
  BOOL(8, DType.BOOL),
  F4(4, null),
  F6_E2M3(6, null),
  F6_E3M2(6, null),
  U8(8, DType.U8),
  I8(8, DType.I8),
  F8_E5M2(8, DType.F8_E5M2),
  F8_E4M3(8, DType.F8_E4M3),
  F8_E8M0(8, null),
  F8_E4M3FNUZ(8, null),
  F8_E5M2FNUZ(8, null),
  I16(16, DType.I16),
  U16(16, null),
  F16(16, DType.F16),
  BF16(16, DType.BF16),
  I32(32, DType.I32),
  U32(32, null),
  F32(32, DType.F32),
  C64(64, null),
  F64(64, DType.F64),
  I64(64, DType.I64),
  U64(64, null);

  private final int bits;
  private final @Nullable DType dtype;

  SafetensorsType(int bits, @Nullable DType dtype) {
    this.bits = bits;
    this.dtype = dtype;
  }

  static Optional<SafetensorsType> named(String name) {
    return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
  }

  /** Bits an element. */
  int bits() {
    return bits;
  }

  /** The type as the engine knows it, if it does. */
  Optional<DType> dtype() {
    return Optional.ofNullable(dtype);
  }
}
