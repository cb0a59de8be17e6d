// SPDX-License-Identifier: Apache-2.0
/** Text to token ids and back, and chat templates. */
@NullMarked
package dev.javelin.tokenizer;

import org.jspecify.annotations.NullMarked;
