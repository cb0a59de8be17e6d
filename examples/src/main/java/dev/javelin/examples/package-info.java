// SPDX-License-Identifier: Apache-2.0
/** Runnable examples, one class a task. Each takes a model as its first argument. */
@NullMarked
package dev.javelin.examples;

import org.jspecify.annotations.NullMarked;
