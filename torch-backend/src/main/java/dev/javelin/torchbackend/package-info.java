// SPDX-License-Identifier: Apache-2.0
/** The op set on DJL/PyTorch. */
@NullMarked
package dev.javelin.torchbackend;

import org.jspecify.annotations.NullMarked;
