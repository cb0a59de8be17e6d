// SPDX-License-Identifier: Apache-2.0
/**
 * From what a caller asks to what the core runs: {@code Renderer} turns text and conversations into
 * token ids, {@code InputProcessor} checks a request against the model and makes the {@code
 * EngineCoreRequest}. Whatever a request could break later is refused here, before anything is
 * queued.
 *
 * <p>All classes are safe for many threads, own nothing that must be closed (the tokenizer belongs
 * to whoever made it) and never change what the caller passed.
 */
@NullMarked
package dev.javelin.inputprocessor;

import org.jspecify.annotations.NullMarked;
