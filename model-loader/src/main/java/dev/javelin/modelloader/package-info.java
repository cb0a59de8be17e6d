// SPDX-License-Identifier: Apache-2.0
/** Bytes to named weights: safetensors and GGUF readers, config.json, hub download and cache. */
@NullMarked
package dev.javelin.modelloader;

import org.jspecify.annotations.NullMarked;
