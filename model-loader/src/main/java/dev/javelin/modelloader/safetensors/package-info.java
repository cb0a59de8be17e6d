// SPDX-License-Identifier: Apache-2.0
/**
 * The safetensors format: eight bytes of header length, a JSON header, then the tensors' bytes
 * without gaps.
 *
 * <p>Files are validated as a whole when they are opened, and read when a tensor is. Everything
 * here is immutable and safe for many threads.
 */
@NullMarked
package dev.javelin.modelloader.safetensors;

import org.jspecify.annotations.NullMarked;
