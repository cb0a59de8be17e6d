// SPDX-License-Identifier: Apache-2.0
/**
 * Memory-mapped files and tensors in them, below the file formats.
 *
 * <p>Mappings are read-only and safe for many threads. They have no owner: a mapping ends when the
 * last buffer over it is unreachable, so that no use after a close can touch unmapped memory.
 */
@NullMarked
package dev.javelin.modelloader.mapped;

import org.jspecify.annotations.NullMarked;
