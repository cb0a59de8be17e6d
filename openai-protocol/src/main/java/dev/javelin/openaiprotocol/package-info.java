// SPDX-License-Identifier: Apache-2.0
/**
 * The OpenAI wire format: requests are read and checked field by field, responses are records, and
 * both are mapped to and from the engine's vocabulary. Field names, defaults and extensions are
 * those of OpenAI's API and vLLM's server. Nothing here serves.
 *
 * <p>Everything is immutable and safe to share between threads.
 */
@NullMarked
package dev.javelin.openaiprotocol;

import org.jspecify.annotations.NullMarked;
