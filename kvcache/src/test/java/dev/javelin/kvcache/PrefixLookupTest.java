// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A chain of five full blocks, held by the blocks 1 to 5 of the pool. */
class PrefixLookupTest {
  private final BlockPool pool = new BlockPool(8);
  private final BlockHashChain chain =
      new BlockHashChain(new BlockHasher(), CheckedCache.ROOT, 1, null, null);

  @BeforeEach
  void cacheFiveBlocks() {
    for (int i = 0; i < 5; i++) {
      chain.append(100 + i);
      pool.cache(pool.take(), chain.get(i));
    }
  }

  @Test
  void full_allCached_stopsAtTheLimit() {
    assertThat(PrefixLookup.full(pool, chain, 5)).containsExactly(1, 2, 3, 4, 5);
    assertThat(PrefixLookup.full(pool, chain, 3)).containsExactly(1, 2, 3);
    assertThat(PrefixLookup.full(pool, chain, 0)).isEmpty();
  }

  @Test
  void full_blockMissing_stopsBeforeIt() {
    pool.forget(3);
    assertThat(PrefixLookup.full(pool, chain, 5)).containsExactly(1, 2);
  }

  @Test
  void windowed_allCached_takesTheRightmostRunOnly() {
    assertThat(PrefixLookup.windowed(pool, chain, 5, 2)).containsExactly(0, 0, 0, 4, 5);
    assertThat(PrefixLookup.windowed(pool, chain, 4, 2)).containsExactly(0, 0, 3, 4);
  }

  @Test
  void windowed_blockMissingNearTheEnd_takesTheRunBeforeIt() {
    pool.forget(4);
    assertThat(PrefixLookup.windowed(pool, chain, 5, 2)).containsExactly(0, 2, 3);
  }

  @Test
  void windowed_earlierBlocksMissing_doesNotNeedThem() {
    pool.forget(1);
    pool.forget(2);
    assertThat(PrefixLookup.windowed(pool, chain, 5, 3)).containsExactly(0, 0, 3, 4, 5);
  }

  @Test
  void windowed_shortRun_countsFromTheFirstBlockOnly() {
    pool.forget(3);
    assertThat(PrefixLookup.windowed(pool, chain, 5, 3)).containsExactly(1, 2);
    pool.forget(1);
    assertThat(PrefixLookup.windowed(pool, chain, 5, 3)).isEmpty();
  }
}
