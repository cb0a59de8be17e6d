// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code javelin} command: one class a subcommand, option groups that several of them share,
 * and nothing that the library could do itself.
 */
@NullMarked
package dev.javelin.cli;

import org.jspecify.annotations.NullMarked;
