// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The merge list that makes BPE choose what SentencePiece chooses by score.
 *
 * <p>SentencePiece joins the neighbouring pair whose result has the highest score. Every cut of a
 * token into two other tokens is thus a merge, ranked by the token's score; among equal scores the
 * longer left half goes first, as in Hugging Face's converter for such models.
 */
final class SentencePieceMerges {
  private static final Comparator<Merge> BY_RANK =
      Comparator.comparingDouble((Merge merge) -> -merge.score)
          .thenComparing(Comparator.comparingInt((Merge merge) -> merge.left.length()).reversed())
          .thenComparing(Comparator.comparingInt((Merge merge) -> merge.right.length()).reversed());

  private SentencePieceMerges() {}

  /**
   * Two tokens that are joined.
   *
   * @param left the first
   * @param right the second
   * @param score the score of the token they make
   */
  record Merge(String left, String right, float score) {}

  /**
   * All merges, the first to apply first.
   *
   * @param scores score of each token, by id
   */
  static List<Merge> rank(GgufVocabulary vocabulary, float[] scores) {
    List<Merge> merges = new ArrayList<>();
    for (int id = 0; id < vocabulary.size(); id++) {
      if (joinable(vocabulary.types().get(id))) {
        addCuts(vocabulary.tokens().get(id), scores[id], vocabulary.ids(), merges);
      }
    }
    merges.sort(BY_RANK);
    return merges;
  }

  private static boolean joinable(GgufVocabulary.Type type) {
    return switch (type) {
      case UNDEFINED, NORMAL, USER_DEFINED, UNUSED -> true;
      case UNKNOWN, CONTROL, BYTE -> false;
    };
  }

  private static void addCuts(
      String token, float score, Map<String, Integer> ids, List<Merge> merges) {
    int cut = Character.charCount(token.codePointAt(0));
    while (cut < token.length()) {
      String left = token.substring(0, cut);
      String right = token.substring(cut);
      if (ids.containsKey(left) && ids.containsKey(right)) {
        merges.add(new Merge(left, right, score));
      }
      cut += Character.charCount(token.codePointAt(cut));
    }
  }
}
