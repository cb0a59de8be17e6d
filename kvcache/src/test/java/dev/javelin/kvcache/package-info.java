// SPDX-License-Identifier: Apache-2.0
/** Specifies the KV cache's bookkeeping; single-threaded, each test owns its cache. */
@NullMarked
package dev.javelin.kvcache;

import org.jspecify.annotations.NullMarked;
