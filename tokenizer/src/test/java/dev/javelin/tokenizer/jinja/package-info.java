// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.tokenizer.jinja;

import org.jspecify.annotations.NullMarked;
