// SPDX-License-Identifier: Apache-2.0
/**
 * The facade. {@link dev.javelin.llmengine.LLM} generates for whole batches and returns when all is
 * done; {@link dev.javelin.llmengine.LLMEngine} is stepped by its caller and gives outputs as they
 * come.
 *
 * <p>Both are for one thread at a time and own all that they open; close them.
 */
@NullMarked
package dev.javelin.llmengine;

import org.jspecify.annotations.NullMarked;
