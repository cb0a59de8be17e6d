// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes to named weights: one {@link dev.javelin.modelloader.Checkpoint} for Hugging Face folders
 * and GGUF files, in Hugging Face's names.
 *
 * <p>Every byte that is read may be hostile: sizes are checked against the length of the file
 * before anything is allocated, and whatever is wrong ends in a {@link
 * dev.javelin.engineapi.ModelLoadException} that names the file, the value and what was expected.
 * Weights are memory-mapped and never copied to the heap. Checkpoints are immutable and safe for
 * many threads; whoever opens one closes it.
 */
@NullMarked
package dev.javelin.modelloader;

import org.jspecify.annotations.NullMarked;
