// SPDX-License-Identifier: Apache-2.0
/** The conformance suite every backend must pass. */
@NullMarked
package dev.javelin.computetck;

import org.jspecify.annotations.NullMarked;
