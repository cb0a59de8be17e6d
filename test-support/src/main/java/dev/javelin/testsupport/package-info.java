// SPDX-License-Identifier: Apache-2.0
/**
 * Golden readers, seeded properties and fakes for our own tests; uses nothing of ours.
 *
 * <p>Everything here is stateless and safe for many threads. Callers own what they read.
 */
@NullMarked
package dev.javelin.testsupport;

import org.jspecify.annotations.NullMarked;
