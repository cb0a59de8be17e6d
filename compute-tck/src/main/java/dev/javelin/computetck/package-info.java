// SPDX-License-Identifier: Apache-2.0
/**
 * The conformance suite of {@link dev.javelin.compute.Backend}. A backend's tests subclass {@link
 * dev.javelin.computetck.BackendContract} and say how to open it.
 *
 * <p>Every op is compared with a plain reference in double precision, {@link
 * dev.javelin.computetck.Reference} and {@link dev.javelin.computetck.ReferenceAttention}, at sizes
 * that fit no vector width. Data is seeded, so a failure repeats. One thread; each test opens and
 * closes what it uses.
 */
@NullMarked
package dev.javelin.computetck;

import org.jspecify.annotations.NullMarked;
