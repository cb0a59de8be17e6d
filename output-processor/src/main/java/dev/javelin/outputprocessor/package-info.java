// SPDX-License-Identifier: Apache-2.0
/**
 * Turns what the core ships (token ids, log-probabilities, end reasons) into what callers see:
 * text, stop strings, decoded candidates, and one {@link dev.javelin.engineapi.RequestOutput} for
 * every request, whatever the number of completions.
 *
 * <p>{@link dev.javelin.outputprocessor.OutputProcessor} is the entry. It and {@link
 * dev.javelin.outputprocessor.OutputCollector} may be called by any thread; every other class
 * belongs to one request and is only touched under the processor's lock. Nothing here owns native
 * memory: the tokenizer is borrowed and must outlive the processor.
 */
@NullMarked
package dev.javelin.outputprocessor;

import org.jspecify.annotations.NullMarked;
