// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one request must not sample: ids outside {@code allowed_token_ids}, the last token of a bad
 * word whose other tokens end the output, and ids that would stop it before {@code min_tokens}. Ids
 * outside the vocabulary cannot be sampled anyway and are passed over.
 */
final class TokenBans {
  /** Ascending and distinct; null allows all. */
  private final int @Nullable [] allowed;

  private final List<TokenIds> badWords;
  private final int[] stopIds;
  private final int minTokens;

  /** The output's last ids, as many as the longest bad word needs, at the end of the array. */
  private final int[] tail;

  private int outputLength;

  TokenBans(SamplingParams params, TokenConstraints constraints) {
    List<Integer> ids = params.allowedTokenIds();
    allowed = ids == null ? null : ids.stream().mapToInt(id -> id).sorted().distinct().toArray();
    badWords = constraints.badWords().stream().filter(word -> !word.isEmpty()).toList();
    stopIds = constraints.allStopTokenIds().toIntArray();
    minTokens = params.minTokens();
    tail = new int[badWords.stream().mapToInt(word -> word.size() - 1).max().orElse(0)];
  }

  /** Whether {@link #apply} may change a row now. */
  boolean active() {
    return allowed != null || !badWords.isEmpty() || minTokensPending();
  }

  private boolean minTokensPending() {
    return outputLength < minTokens && stopIds.length > 0;
  }

  void append(int id) {
    if (tail.length > 0) {
      System.arraycopy(tail, 1, tail, 0, tail.length - 1);
      tail[tail.length - 1] = id;
    }
    outputLength++;
  }

  void apply(float[] row) {
    if (allowed != null) {
      keepOnly(row, allowed);
    }
    for (TokenIds word : badWords) {
      if (wouldEnd(word)) {
        ban(row, word.getInt(word.size() - 1));
      }
    }
    if (minTokensPending()) {
      for (int id : stopIds) {
        ban(row, id);
      }
    }
  }

  /** Whether all tokens of {@code word} but the last end the output. */
  private boolean wouldEnd(TokenIds word) {
    int prefix = word.size() - 1;
    if (prefix > outputLength) {
      return false;
    }
    for (int i = 0; i < prefix; i++) {
      if (tail[tail.length - prefix + i] != word.getInt(i)) {
        return false;
      }
    }
    return true;
  }

  private static void keepOnly(float[] row, int[] kept) {
    int from = 0;
    for (int id : kept) {
      if (id >= row.length) {
        break;
      }
      if (id >= 0) {
        Arrays.fill(row, from, id, Float.NEGATIVE_INFINITY);
        from = id + 1;
      }
    }
    Arrays.fill(row, from, row.length, Float.NEGATIVE_INFINITY);
  }

  private static void ban(float[] row, int id) {
    if (id >= 0 && id < row.length) {
      row[id] = Float.NEGATIVE_INFINITY;
    }
  }
}
