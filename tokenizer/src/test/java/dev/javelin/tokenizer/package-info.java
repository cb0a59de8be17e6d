// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.tokenizer;

import org.jspecify.annotations.NullMarked;
