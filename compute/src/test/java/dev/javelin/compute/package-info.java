// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.compute;

import org.jspecify.annotations.NullMarked;
