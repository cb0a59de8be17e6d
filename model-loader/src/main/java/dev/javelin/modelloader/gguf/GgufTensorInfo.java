// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.compute.DType;
import dev.javelin.modelloader.mapped.TensorShape;

/**
 * A tensor as the file describes it.
 *
 * @param shape dimensions outermost first, the reverse of the file's order
 * @param offset its first byte, counted from the begin of the data
 * @param bytes its size
 */
record GgufTensorInfo(String name, DType dtype, TensorShape shape, long offset, long bytes) {}
