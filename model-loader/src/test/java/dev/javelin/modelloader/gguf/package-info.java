// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.modelloader.gguf;

import org.jspecify.annotations.NullMarked;
