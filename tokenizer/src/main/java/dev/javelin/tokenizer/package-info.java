// SPDX-License-Identifier: Apache-2.0
/**
 * Text to token ids and back, and chat templates.
 *
 * <p>{@code Tokenizers} makes a tokenizer from a tokenizer.json or from the vocabulary of a GGUF
 * file, which it first turns into a tokenizer.json; Hugging Face's native library, as DJL packages
 * it, does the work, with its own Unicode tables. {@code ChatRenderer} chooses a model's chat
 * template and renders it; the template engine is the package {@code jinja}.
 *
 * <p>Everything here is immutable and safe for many threads. A tokenizer holds native memory:
 * whoever makes one closes it. Files and templates are hostile input: what is wrong with them ends
 * in an exception that names the file and the place.
 */
@NullMarked
package dev.javelin.tokenizer;

import org.jspecify.annotations.NullMarked;
