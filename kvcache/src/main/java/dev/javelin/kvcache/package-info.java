// SPDX-License-Identifier: Apache-2.0
/**
 * Which block holds what: block pool, prefix cache and per-request block tables. Knows no tensor.
 *
 * <p>The KV cache is an array of fixed-size blocks, addressed by number. {@link
 * dev.javelin.kvcache.KVCacheManager} hands them to sequences, shares those that hold the same
 * prefix, and takes them back; the terms and the eviction order are those of vLLM v1. All layers
 * use one table per sequence: if every layer slides a window, blocks that fell out of it are given
 * back early; a model in which only some layers do is kept whole, as if all had full attention.
 *
 * <p>Threading: everything here belongs to the one thread that runs the engine core. Ownership: the
 * manager owns the block numbers; a sequence borrows those in its table from allocation until
 * {@code free}.
 */
@NullMarked
package dev.javelin.kvcache;

import org.jspecify.annotations.NullMarked;
