// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary of the engine: prompts, sampling parameters, outputs, configuration, the messages
 * that cross from the shell to the core and back, the contracts between modules, and the
 * exceptions.
 *
 * <p>Every record here is immutable and safe to share between threads. Nothing in this package does
 * work beyond validating itself; no type of another library appears in a signature.
 */
@NullMarked
package dev.javelin.engineapi;

import org.jspecify.annotations.NullMarked;
