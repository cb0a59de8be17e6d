// SPDX-License-Identifier: Apache-2.0
/**
 * The GGUF format, versions 2 and 3, little-endian, whole or split: a header of counts, metadata
 * and tensor descriptions, then the tensors' aligned bytes.
 *
 * <p>Names and metadata are handed out as the file has them. Everything but the cursor, which one
 * thread uses while a file is opened, is immutable and safe for many threads.
 *
 * @see <a href="https://github.com/ggml-org/ggml/blob/master/docs/gguf.md">the format</a>
 */
@NullMarked
package dev.javelin.modelloader.gguf;

import org.jspecify.annotations.NullMarked;
