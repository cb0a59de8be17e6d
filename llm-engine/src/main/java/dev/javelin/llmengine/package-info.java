// SPDX-License-Identifier: Apache-2.0
/** The facade: LLM and LLMEngine. */
@NullMarked
package dev.javelin.llmengine;

import org.jspecify.annotations.NullMarked;
