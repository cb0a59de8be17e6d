// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.modelloader;

import org.jspecify.annotations.NullMarked;
