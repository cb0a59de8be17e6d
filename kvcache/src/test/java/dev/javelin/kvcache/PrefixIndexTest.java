// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixIndexTest {
  private final PrefixIndex index = new PrefixIndex(10);

  private static BlockHash hash(int first, int last) {
    byte[] digest = new byte[BlockHash.BYTES];
    digest[0] = (byte) first;
    digest[31] = (byte) last;
    return BlockHash.of(digest);
  }

  @Test
  void find_unknownHash_isNullBlock() {
    assertThat(index.find(hash(1, 1))).isEqualTo(BlockPool.NULL_BLOCK);
  }

  /** LMCache/LMCache#3301: hashes that agree in part, and in hashCode, are not the same. */
  @Test
  void find_hashesAgreeInHashCode_areToldApart() {
    assertThat(hash(1, 1)).hasSameHashCodeAs(hash(1, 2));
    index.add(3, hash(1, 1));
    assertThat(index.find(hash(1, 2))).isEqualTo(BlockPool.NULL_BLOCK);
    index.add(4, hash(1, 2));
    assertThat(index.find(hash(1, 1))).isEqualTo(3);
    assertThat(index.find(hash(1, 2))).isEqualTo(4);
  }

  @Test
  void remove_oneOfSeveralEquals_leavesTheOthers() {
    index.add(3, hash(1, 1));
    index.add(4, hash(1, 1));
    index.add(5, hash(1, 1));
    index.remove(3);
    index.checkIntegrity();
    assertThat(index.find(hash(1, 1))).isIn(4, 5);
    index.remove(4);
    index.checkIntegrity();
    assertThat(index.find(hash(1, 1))).isEqualTo(5);
    index.remove(5);
    index.checkIntegrity();
    assertThat(index.find(hash(1, 1))).isEqualTo(BlockPool.NULL_BLOCK);
    assertThat(index.size()).isZero();
  }

  @Test
  void remove_absentBlock_changesNothing() {
    index.add(3, hash(1, 1));
    index.remove(4);
    assertThat(index.size()).isEqualTo(1);
  }

  @Test
  void randomOperations_agreeWithPlainMap() {
    Random random = new Random(7);
    Map<Integer, BlockHash> model = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      int block = 1 + random.nextInt(9);
      if (model.containsKey(block)) {
        index.remove(block);
        model.remove(block);
      } else {
        BlockHash hash = hash(random.nextInt(2), random.nextInt(2));
        index.add(block, hash);
        model.put(block, hash);
      }
      index.checkIntegrity();
      assertThat(index.size()).isEqualTo(model.size());
      BlockHash wanted = hash(random.nextInt(2), random.nextInt(2));
      List<Integer> holders = new ArrayList<>();
      model.forEach(
          (key, value) -> holders.addAll(value.equals(wanted) ? List.of(key) : List.of()));
      if (holders.isEmpty()) {
        holders.add(BlockPool.NULL_BLOCK);
      }
      assertThat(index.find(wanted)).isIn(holders);
    }
  }
}
