// SPDX-License-Identifier: Apache-2.0
/**
 * What the stored elements of every {@link dev.javelin.compute.DType} mean as float32, bit for bit.
 *
 * <p>{@link dev.javelin.compute.dtype.FloatDecoder} is the only entrance; behind it stands one
 * class for each family of formats. The layouts are those of the GGUF format and its block types,
 * of the OCP specifications for 8-bit floats and microscaling, and of IEEE 754. Every decoder is
 * immutable and safe for many threads; buffers belong to the caller and are not kept.
 */
@NullMarked
package dev.javelin.compute.dtype;

import org.jspecify.annotations.NullMarked;
