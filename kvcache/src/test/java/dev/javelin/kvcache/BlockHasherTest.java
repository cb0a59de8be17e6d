// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockHasherTest {
  private static final BlockHash ROOT = CheckedCache.ROOT;
  private static final int[] TOKENS = {1, 2, 3, 4};

  private final BlockHasher hasher = new BlockHasher();

  @Test
  void hash_documentedEncoding_isSha256OfIt() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream encoded = new DataOutputStream(bytes);
    encoded.write(ROOT.toBytes());
    encoded.writeInt(2);
    encoded.writeInt(7);
    encoded.writeInt(-1);
    encoded.writeByte(1);
    encoded.writeInt(2);
    encoded.writeChars("ad");
    encoded.writeByte(2);
    encoded.writeInt(1);
    encoded.writeChars("s");
    byte[] expected = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());

    assertThat(hasher.hash(ROOT, new int[] {7, -1}, "ad", "s").toBytes()).isEqualTo(expected);
  }

  @Test
  void hash_equalInputs_isEqual() {
    assertThat(hasher.hash(ROOT, TOKENS, "a", "b"))
        .isEqualTo(new BlockHasher().hash(ROOT, TOKENS.clone(), "a", "b"));
  }

  @Test
  void hash_anyPartDiffers_differs() {
    BlockHash other = hasher.hash(ROOT, new int[] {9}, null, null);
    Set<BlockHash> hashes = new HashSet<>();
    hashes.add(hasher.hash(ROOT, TOKENS, null, null));
    hashes.add(hasher.hash(other, TOKENS, null, null));
    hashes.add(hasher.hash(ROOT, new int[] {1, 2, 3, 5}, null, null));
    hashes.add(hasher.hash(ROOT, new int[] {1, 2, 3}, null, null));
    hashes.add(hasher.hash(ROOT, TOKENS, "a", null));
    hashes.add(hasher.hash(ROOT, TOKENS, "b", null));
    hashes.add(hasher.hash(ROOT, TOKENS, null, "b"));
    hashes.add(hasher.hash(ROOT, TOKENS, "a", "b"));
    assertThat(hashes).hasSize(8);
  }

  /** vllm-project/vllm#44701: keys joined without separation collide. */
  @Test
  void hash_adapterNamedLikeSalt_doesNotCollide() {
    Set<BlockHash> hashes = new HashSet<>();
    hashes.add(hasher.hash(ROOT, TOKENS, "x", null));
    hashes.add(hasher.hash(ROOT, TOKENS, null, "x"));
    hashes.add(hasher.hash(ROOT, TOKENS, null, null));
    hashes.add(hasher.hash(ROOT, TOKENS, "", null));
    hashes.add(hasher.hash(ROOT, TOKENS, null, ""));
    hashes.add(hasher.hash(ROOT, TOKENS, "ab", "c"));
    hashes.add(hasher.hash(ROOT, TOKENS, "a", "bc"));
    hashes.add(hasher.hash(ROOT, TOKENS, "x\u0002\u0000\u0001x", null));
    hashes.add(hasher.hash(ROOT, TOKENS, "x", "x"));
    assertThat(hashes).hasSize(9);
  }

  @Test
  void hash_unpairedSurrogates_stayDifferent() {
    assertThat(hasher.hash(ROOT, TOKENS, null, "\ud800"))
        .isNotEqualTo(hasher.hash(ROOT, TOKENS, null, "?"))
        .isNotEqualTo(hasher.hash(ROOT, TOKENS, null, "\ud801"));
  }

  @Test
  void chain_saltInFirstBlockOnly_isCarriedOn() {
    BlockHashChain salted = new BlockHashChain(hasher, ROOT, 2, null, "s");
    BlockHashChain plain = new BlockHashChain(hasher, ROOT, 2, null, null);
    for (int token : new int[] {1, 2, 3, 4, 5}) {
      salted.append(token);
      plain.append(token);
    }
    assertThat(salted.size()).isEqualTo(2);
    assertThat(salted.get(0)).isEqualTo(hasher.hash(ROOT, new int[] {1, 2}, null, "s"));
    assertThat(salted.get(1))
        .isEqualTo(hasher.hash(salted.get(0), new int[] {3, 4}, null, null))
        .isNotEqualTo(plain.get(1));
  }

  @Test
  void chain_adapter_isInEveryBlock() {
    BlockHashChain chain = new BlockHashChain(hasher, ROOT, 1, "a", null);
    chain.append(1);
    chain.append(2);
    assertThat(chain.get(1)).isEqualTo(hasher.hash(chain.get(0), new int[] {2}, "a", null));
  }

  @Test
  void blockHash_bytes_roundTrip() {
    byte[] digest = new byte[BlockHash.BYTES];
    for (int i = 0; i < digest.length; i++) {
      digest[i] = (byte) (i - 16);
    }
    assertThat(BlockHash.of(digest).toBytes()).isEqualTo(digest);
    assertThat(BlockHash.of(digest))
        .hasToString("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f");
  }

  @Test
  void blockHash_wrongLength_isRefused() {
    assertThatThrownBy(() -> BlockHash.of(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("length=31");
  }

  /** vllm-project/vllm#12621: predictable roots let strangers construct each other's prefixes. */
  @Test
  void root_ofTwoCaches_differs() {
    assertThat(BlockHash.random()).isNotEqualTo(BlockHash.random());
  }
}
