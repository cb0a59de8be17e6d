// SPDX-License-Identifier: Apache-2.0
/** Specifies the scheduler against a fake model; single-threaded, each test owns its engine. */
@NullMarked
package dev.javelin.scheduler;

import org.jspecify.annotations.NullMarked;
