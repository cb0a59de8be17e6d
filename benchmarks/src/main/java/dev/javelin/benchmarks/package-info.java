// SPDX-License-Identifier: Apache-2.0
/** Benchmarks beside peers and the machine limits. */
@NullMarked
package dev.javelin.benchmarks;

import org.jspecify.annotations.NullMarked;
