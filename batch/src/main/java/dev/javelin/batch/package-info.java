// SPDX-License-Identifier: Apache-2.0
/**
 * Processing of OpenAI batch files: reads requests line by line, sends them through an {@link
 * dev.javelin.batch.InferenceClient}, and writes one response line each. A line that fails, fails
 * alone.
 *
 * <p>Files are streamed; memory holds only the requests in flight.
 */
@NullMarked
package dev.javelin.batch;

import org.jspecify.annotations.NullMarked;
