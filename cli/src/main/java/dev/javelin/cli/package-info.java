// SPDX-License-Identifier: Apache-2.0
/** The javelin command. */
@NullMarked
package dev.javelin.cli;

import org.jspecify.annotations.NullMarked;
