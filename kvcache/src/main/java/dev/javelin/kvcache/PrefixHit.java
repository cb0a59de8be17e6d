// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

/**
 * What the prefix cache has of a sequence. Valid until the next change of the cache.
 *
 * @param numTokens leading tokens that need not be computed, a multiple of the block size
 * @param blockIds one block for each block of these tokens; the null block where the window has
 *     left it
 */
public record PrefixHit(int numTokens, int[] blockIds) {
  /** Nothing is cached. */
  static final PrefixHit NONE = new PrefixHit(0, new int[0]);
}
