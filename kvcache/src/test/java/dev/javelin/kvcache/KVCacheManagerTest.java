// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static dev.javelin.kvcache.CheckedCache.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.PrefixCacheStats;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import org.junit.jupiter.api.Test;

class KVCacheManagerTest {
  private static final PrefixCacheStats NO_LOOKUPS = new PrefixCacheStats(0, 0, 0, 0, 0, 0, false);

  @Test
  void construct_unusableSizes_areRefused() {
    assertThatThrownBy(() -> new KVCacheManager(0, 16, true, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("num_blocks=0");
    assertThatThrownBy(() -> new KVCacheManager(2, 0, true, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("block_size=0");
    assertThatThrownBy(() -> new KVCacheManager(1 << 28, 16, true, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("num_blocks=268435456");
    assertThatThrownBy(() -> new KVCacheManager(2, 1, true, -1))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("sliding_window=-1");
  }

  /** One token must be left to compute: the last one gives the logits. */
  @Test
  void getComputedBlocks_blockAlignedPrompt_recomputesOneBlock() {
    CheckedCache cache = CheckedCache.caching(10, 16);
    cache.run(tokens(0, 17));
    assertThat(cache.hits(cache.sequence(tokens(0, 15)))).isZero();
    assertThat(cache.hits(cache.sequence(tokens(0, 16)))).isZero();
    assertThat(cache.hits(cache.sequence(tokens(0, 17)))).isEqualTo(16);
    assertThat(cache.hits(cache.sequence(tokens(0, 33)))).isEqualTo(16);
  }

  @Test
  void getComputedBlocks_partialBlock_neverHits() {
    CheckedCache cache = CheckedCache.caching(10, 4);
    cache.run(tokens(0, 7));
    assertThat(cache.hits(cache.sequence(tokens(0, 40)))).isEqualTo(4);
  }

  @Test
  void getComputedBlocks_sameTokensOtherParent_missFromThereOn() {
    CheckedCache cache = CheckedCache.caching(10, 2);
    cache.run(TokenIds.of(1, 2, 3, 4, 5, 6));
    assertThat(cache.hits(cache.sequence(TokenIds.of(1, 2, 9, 9, 5, 6, 7)))).isEqualTo(2);
    assertThat(cache.hits(cache.sequence(TokenIds.of(3, 4, 5, 6, 7)))).isZero();
  }

  @Test
  void getComputedBlocks_saltAndAdapter_isolate() {
    CheckedCache cache = CheckedCache.caching(20, 2);
    KVCacheManager manager = cache.manager;
    TokenIds prompt = tokens(0, 5);
    cache.run(manager.newSequence(prompt, null, "x", true));
    assertThat(cache.hits(manager.newSequence(prompt, null, "x", true))).isEqualTo(4);
    assertThat(cache.hits(manager.newSequence(prompt, null, "y", true))).isZero();
    assertThat(cache.hits(manager.newSequence(prompt, "x", null, true))).isZero();
    assertThat(cache.hits(manager.newSequence(prompt, "x", "x", true))).isZero();
    assertThat(cache.hits(manager.newSequence(prompt, null, null, true))).isZero();
  }

  @Test
  void getComputedBlocks_cachingOff_findsNothingAndCountsNothing() {
    CheckedCache cache = new CheckedCache(10, 2, false, 0);
    cache.run(tokens(0, 5));
    assertThat(cache.hits(cache.sequence(tokens(0, 5)))).isZero();
    cache.run(tokens(0, 5));
    assertThat(cache.manager.takeStats()).isEqualTo(NO_LOOKUPS);
  }

  @Test
  void getComputedBlocks_sequenceDoesNotRead_findsNothingButIsFound() {
    CheckedCache cache = CheckedCache.caching(10, 2);
    cache.run(tokens(0, 5));
    CachedSequence reader = cache.manager.newSequence(tokens(0, 5), null, null, false);
    assertThat(cache.hits(reader)).isZero();
    cache.manager.takeStats();
    cache.run(reader);
    assertThat(cache.manager.takeStats()).isEqualTo(NO_LOOKUPS);

    CachedSequence other = cache.manager.newSequence(tokens(50, 5), null, null, false);
    cache.run(other);
    assertThat(cache.hits(cache.sequence(tokens(50, 5)))).isEqualTo(4);
  }

  @Test
  void admit_twoIdenticalPromptsInOneStep_shareBlocks() {
    CheckedCache cache = CheckedCache.caching(10, 2);
    cache.startStep();
    CachedSequence first = cache.run(tokens(0, 5));
    CachedSequence second = cache.run(tokens(0, 5));
    assertThat(first.blockIds(0)).containsExactly(1, 2, 3);
    assertThat(second.blockIds(0)).containsExactly(1, 2, 4);
  }

  @Test
  void admit_hitOnFreeBlocks_unlinksThem() {
    CheckedCache cache = CheckedCache.caching(6, 2);
    cache.free(cache.run(tokens(0, 4)));
    assertThat(cache.freeBlocks()).containsExactly(3, 4, 5, 2, 1);
    cache.run(tokens(0, 5));
    assertThat(cache.freeBlocks()).containsExactly(4, 5);
  }

  @Test
  void free_handComputedTable_evictsLeastRecentlyUsedAndTailFirst() {
    CheckedCache cache = CheckedCache.caching(8, 2);
    CachedSequence a = cache.run(tokens(0, 6));
    CachedSequence b = cache.run(tokens(50, 4));
    assertThat(a.blockIds(0)).containsExactly(1, 2, 3);
    assertThat(b.blockIds(0)).containsExactly(4, 5);
    assertThat(cache.freeBlocks()).containsExactly(6, 7);
    cache.free(a);
    assertThat(cache.freeBlocks()).containsExactly(6, 7, 3, 2, 1);
    cache.free(b);
    assertThat(cache.freeBlocks()).containsExactly(6, 7, 3, 2, 1, 5, 4);
    CachedSequence c = cache.run(tokens(0, 7));
    assertThat(c.blockIds(0)).containsExactly(1, 2, 3, 6);
    assertThat(cache.freeBlocks()).containsExactly(7, 5, 4);
    CachedSequence d = cache.run(tokens(90, 4));
    assertThat(d.blockIds(0)).containsExactly(7, 5);
    assertThat(cache.hits(cache.sequence(tokens(50, 5)))).as("b lost its tail").isEqualTo(2);
    cache.free(c);
    assertThat(cache.freeBlocks()).containsExactly(4, 6, 3, 2, 1);
  }

  @Test
  void free_sharedBlocks_stayUntilTheLastUserLeaves() {
    CheckedCache cache = CheckedCache.caching(8, 2);
    CachedSequence first = cache.run(tokens(0, 5));
    CachedSequence second = cache.run(tokens(0, 5));
    cache.free(first);
    assertThat(cache.freeBlocks()).containsExactly(5, 6, 7, 3);
    cache.free(second);
    assertThat(cache.freeBlocks()).containsExactly(5, 6, 7, 3, 4, 2, 1);
    cache.free(second);
    assertThat(cache.freeBlocks()).hasSize(7);
  }

  @Test
  void allocateSlots_generatedTokens_becomeHitsForAFollowUp() {
    CheckedCache cache = CheckedCache.caching(10, 2);
    CachedSequence turn = cache.run(TokenIds.of(1, 2, 3));
    for (int computed = 3; computed < 6; computed++) {
      turn.append(computed + 1);
      assertThat(cache.allocate(turn, computed, 1)).isTrue();
    }
    cache.free(turn);
    assertThat(cache.hits(cache.sequence(TokenIds.of(1, 2, 3, 4, 5, 6, 7)))).isEqualTo(6);
  }

  @Test
  void allocateSlots_blockNotFullYet_isNotFindable() {
    CheckedCache cache = CheckedCache.caching(10, 4);
    CachedSequence sequence = cache.sequence(tokens(0, 8));
    cache.admit(sequence, 7);
    assertThat(cache.hits(cache.sequence(tokens(0, 9)))).isEqualTo(4);
    cache.allocate(sequence, 7, 1);
    assertThat(cache.hits(cache.sequence(tokens(0, 9)))).isEqualTo(8);
  }

  @Test
  void allocateSlots_poolExhausted_isFalseAndChangesNothing() {
    CheckedCache cache = CheckedCache.caching(4, 2);
    CachedSequence sequence = cache.run(tokens(0, 4));
    int[] free = cache.freeBlocks();
    assertThat(cache.allocate(sequence, 4, 3)).isFalse();
    assertThat(cache.freeBlocks()).isEqualTo(free);
    assertThat(sequence.blockIds(0)).containsExactly(1, 2);
    assertThat(cache.allocate(sequence, 4, 2)).isTrue();
  }

  @Test
  void admit_poolExhausted_isFalseAndChangesNothing() {
    CheckedCache cache = CheckedCache.caching(6, 2);
    cache.free(cache.run(tokens(0, 4)));
    cache.run(tokens(50, 4));
    cache.manager.takeStats();
    assertThat(cache.freeBlocks()).containsExactly(5, 2, 1);
    CachedSequence sequence = cache.sequence(tokens(0, 8));
    assertThat(cache.admit(sequence, 4)).as("2 revived and 2 new of 3 free").isFalse();
    assertThat(cache.freeBlocks()).containsExactly(5, 2, 1);
    assertThat(sequence.numBlocks()).isZero();
    assertThat(cache.manager.takeStats()).isEqualTo(NO_LOOKUPS);
    assertThat(cache.admit(sequence, 2)).isTrue();
  }

  @Test
  void admit_reservedBlocks_countThoseOfTheHit() {
    CheckedCache cache = CheckedCache.caching(6, 2);
    CachedSequence first = cache.run(tokens(0, 4));
    assertThat(first.numBlocks()).isEqualTo(2);
    CachedSequence second = cache.sequence(tokens(0, 11));
    assertThat(cache.admit(second, 1, 6)).as("4 beyond the 2 shared of 3 free").isFalse();
    assertThat(cache.admit(second, 1, 5)).isTrue();
    assertThat(second.blockIds(0)).containsExactly(1, 2, 3);
  }

  @Test
  void allocateSlots_noTokens_isRefused() {
    CheckedCache cache = CheckedCache.caching(6, 2);
    CachedSequence sequence = cache.sequence(tokens(0, 4));
    assertThatThrownBy(() -> cache.admit(sequence, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("numNewTokens=0");
    cache.run(sequence);
    assertThatThrownBy(() -> cache.allocate(sequence, 4, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void usage_countsFindableFreeBlocksAsFree() {
    CheckedCache cache = CheckedCache.caching(5, 2);
    assertThat(cache.manager.usage()).isZero();
    CachedSequence sequence = cache.run(tokens(0, 4));
    assertThat(cache.manager.usage()).isEqualTo(0.5);
    cache.free(sequence);
    assertThat(cache.manager.usage()).isZero();
    assertThat(CheckedCache.caching(1, 2).manager.usage()).isZero();
  }

  @Test
  void resetPrefixCache_oneRunning_isFalse_afterFinish_isTrue() {
    CheckedCache cache = CheckedCache.caching(6, 2);
    CachedSequence sequence = cache.run(tokens(0, 4));
    assertThat(cache.reset()).isFalse();
    assertThat(cache.hits(cache.sequence(tokens(0, 5)))).isEqualTo(4);
    cache.free(sequence);
    assertThat(cache.reset()).isTrue();
    assertThat(cache.hits(cache.sequence(tokens(0, 5)))).isZero();
    assertThat(cache.manager.takeStats().reset()).isTrue();
    assertThat(cache.manager.takeStats().reset()).isFalse();
  }

  @Test
  void takeStats_firstAndLaterAdmissions_countSeparately() {
    CheckedCache cache = CheckedCache.caching(10, 2);
    CachedSequence sequence = cache.run(tokens(0, 5));
    assertThat(cache.manager.takeStats()).isEqualTo(new PrefixCacheStats(1, 5, 0, 0, 0, 0, false));
    cache.free(sequence);
    cache.run(sequence);
    assertThat(cache.manager.takeStats()).isEqualTo(new PrefixCacheStats(0, 0, 0, 1, 5, 4, false));
  }

  @Test
  void forgetStep_failedStep_unregistersItsBlocksOnly() {
    CheckedCache cache = CheckedCache.caching(20, 2);
    cache.startStep();
    CachedSequence earlier = cache.sequence(tokens(0, 8));
    cache.admit(earlier, 4);
    cache.startStep();
    cache.allocate(earlier, 4, 4);
    CachedSequence later = cache.run(tokens(50, 4));
    cache.forgetStep();
    assertThat(cache.hits(cache.sequence(tokens(0, 9)))).isEqualTo(4);
    assertThat(cache.hits(cache.sequence(tokens(50, 5)))).isZero();
    cache.free(earlier);
    cache.free(later);
    assertThat(cache.hits(cache.sequence(tokens(0, 9)))).isEqualTo(4);
  }

  @Test
  void forgetStep_oneSequence_leavesTheOthers() {
    CheckedCache cache = CheckedCache.caching(20, 2);
    cache.startStep();
    CachedSequence bad = cache.run(tokens(0, 4));
    cache.run(tokens(50, 4));
    cache.free(bad);
    cache.forgetStep(bad);
    assertThat(cache.hits(cache.sequence(tokens(0, 5)))).isZero();
    assertThat(cache.hits(cache.sequence(tokens(50, 5)))).isEqualTo(4);
  }

  @Test
  void allocateSlots_window_freesBlocksOutsideItLaterOneFirst() {
    CheckedCache cache = CheckedCache.windowed(9, 2, 4);
    CachedSequence sequence = cache.sequence(tokens(0, 12));
    cache.admit(sequence, 8);
    assertThat(sequence.blockIds(0)).containsExactly(1, 2, 3, 4);
    // Position 8 attends to 5..8: positions 0..4 go, that is two whole blocks.
    cache.allocate(sequence, 8, 2);
    assertThat(sequence.blockIds(0)).containsExactly(0, 0, 3, 4, 5);
    assertThat(sequence.numDroppedBlocks()).isEqualTo(2);
    assertThat(cache.freeBlocks()).containsExactly(6, 7, 8, 2, 1);
    cache.free(sequence);
    assertThat(cache.freeBlocks()).containsExactly(6, 7, 8, 2, 1, 5, 4, 3);
  }

  @Test
  void allocateSlots_windowAndFullPool_dropsButDoesNotAllocate() {
    CheckedCache cache = CheckedCache.windowed(5, 2, 4);
    CachedSequence sequence = cache.sequence(tokens(0, 20));
    cache.admit(sequence, 8);
    assertThat(cache.allocate(sequence, 8, 6)).isFalse();
    assertThat(sequence.blockIds(0)).containsExactly(0, 0, 3, 4);
    assertThat(cache.allocate(sequence, 8, 4)).isTrue();
    assertThat(sequence.blockIds(0)).containsExactly(0, 0, 3, 4, 2, 1);
  }

  @Test
  void admit_windowHit_holdsTheWindowOnly() {
    CheckedCache cache = CheckedCache.windowed(12, 2, 4);
    cache.free(cache.run(tokens(0, 9)));
    CachedSequence sequence = cache.sequence(tokens(0, 9));
    assertThat(cache.hits(sequence)).isEqualTo(8);
    cache.admit(sequence, 1);
    assertThat(sequence.blockIds(0)).containsExactly(0, 0, 3, 4, 6);
    assertThat(sequence.numDroppedBlocks()).isEqualTo(2);
    assertThat(cache.manager.numFreeBlocks()).isEqualTo(8);
    cache.free(sequence);
    assertThat(cache.manager.numFreeBlocks()).isEqualTo(11);
  }

  @Test
  void blocksNeeded_window_isBoundedByWindowAndStep() {
    assertThat(CheckedCache.caching(9, 2).manager.blocksNeeded(100, 3)).isEqualTo(50);
    KVCacheManager windowed = CheckedCache.windowed(9, 2, 4).manager;
    assertThat(windowed.blocksNeeded(100, 3)).isEqualTo(4);
    assertThat(windowed.blocksNeeded(5, 3)).isEqualTo(3);
    assertThat(windowed.blocksNeeded(100, Integer.MAX_VALUE)).isEqualTo(50);
  }
}
