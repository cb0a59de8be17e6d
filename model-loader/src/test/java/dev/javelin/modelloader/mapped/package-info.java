// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.modelloader.mapped;

import org.jspecify.annotations.NullMarked;
