// SPDX-License-Identifier: Apache-2.0
/**
 * Which block holds what: block pool, prefix cache and per-request block tables. Knows no tensor.
 */
@NullMarked
package dev.javelin.kvcache;

import org.jspecify.annotations.NullMarked;
