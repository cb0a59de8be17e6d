// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.safetensors;

import dev.javelin.modelloader.mapped.TensorShape;

/**
 * A tensor as the header describes it.
 *
 * @param begin first byte, counted from the end of the header
 * @param end byte after the last
 */
record SafetensorsEntry(
    String name, SafetensorsType type, TensorShape shape, long begin, long end) {}
