// SPDX-License-Identifier: Apache-2.0
/** Tests of the output processor, and the fakes they share. */
@NullMarked
package dev.javelin.outputprocessor;

import org.jspecify.annotations.NullMarked;
