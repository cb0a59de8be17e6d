// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.compute.dtype;

import org.jspecify.annotations.NullMarked;
