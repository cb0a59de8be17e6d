// SPDX-License-Identifier: Apache-2.0
/** OpenAI batch processing. */
@NullMarked
package dev.javelin.batch;

import org.jspecify.annotations.NullMarked;
