// SPDX-License-Identifier: Apache-2.0
/** Prompt to EngineCoreRequest: rendering, validation, defaults, truncation. */
@NullMarked
package dev.javelin.inputprocessor;

import org.jspecify.annotations.NullMarked;
