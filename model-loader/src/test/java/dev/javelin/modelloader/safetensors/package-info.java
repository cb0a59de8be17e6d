// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.modelloader.safetensors;

import org.jspecify.annotations.NullMarked;
