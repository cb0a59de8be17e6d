// SPDX-License-Identifier: Apache-2.0
/** Runnable examples. */
@NullMarked
package dev.javelin.examples;

import org.jspecify.annotations.NullMarked;
