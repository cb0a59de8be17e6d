// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BlockPoolTest {
  private static final BlockHash HASH = BlockHash.random();

  private final BlockPool pool = new BlockPool(6);

  @Test
  void freeBlocks_initially_areAllButNullBlockById() {
    assertThat(pool.freeBlocks()).containsExactly(1, 2, 3, 4, 5);
    assertThat(pool.numUsable()).isEqualTo(5);
  }

  @Test
  void take_freeBlocks_comeFromTheHead() {
    assertThat(pool.take()).isEqualTo(1);
    assertThat(pool.take()).isEqualTo(2);
    assertThat(pool.freeBlocks()).containsExactly(3, 4, 5);
  }

  @Test
  void release_lastUser_appendsAtTheTail() {
    int block = pool.take();
    pool.share(block);
    pool.release(block);
    assertThat(pool.freeBlocks()).containsExactly(2, 3, 4, 5);
    pool.release(block);
    assertThat(pool.freeBlocks()).containsExactly(2, 3, 4, 5, 1);
  }

  @Test
  void share_freeBlock_unlinksItFromTheMiddle() {
    pool.share(3);
    assertThat(pool.freeBlocks()).containsExactly(1, 2, 4, 5);
    assertThat(pool.isFree(3)).isFalse();
    pool.checkIntegrity(new int[] {0, 0, 0, 1, 0, 0});
  }

  @Test
  void find_cachedBlock_survivesReleaseUntilTaken() {
    int block = pool.take();
    pool.cache(block, HASH);
    pool.release(block);
    assertThat(pool.find(HASH)).isEqualTo(block);
    for (int i = 0; i < 4; i++) {
      pool.take();
    }
    assertThat(pool.find(HASH)).isEqualTo(block);
    assertThat(pool.take()).isEqualTo(block);
    assertThat(pool.find(HASH)).isEqualTo(BlockPool.NULL_BLOCK);
  }

  @Test
  void checkIntegrity_leakedReference_isReported() {
    pool.take();
    assertThatThrownBy(() -> pool.checkIntegrity(new int[6]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("reference counts differ");
  }

  @Test
  void checkIntegrity_cachedNullBlock_isReported() {
    pool.cache(BlockPool.NULL_BLOCK, HASH);
    assertThatThrownBy(() -> pool.checkIntegrity(new int[6]))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("null block");
  }
}
