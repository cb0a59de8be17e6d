// SPDX-License-Identifier: Apache-2.0
/** Measurements beside peers; run them with {@code benchmarks/run}. Nothing here is published. */
@NullMarked
package dev.javelin.benchmarks;

import org.jspecify.annotations.NullMarked;
