// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids of added tokens as Hugging Face's library assigns them: a token of the model keeps the
 * model's id, any other gets the next free one. The id that the file states counts only as a check.
 */
final class AddedVocabulary {
  private static final Logger LOG = LoggerFactory.getLogger(AddedVocabulary.class);

  private final Map<String, Integer> ids;
  private final int modelSize;
  private final Map<Integer, String> contents = new LinkedHashMap<>();
  private final Set<Integer> special = new HashSet<>();
  private int next;

  /**
   * @param modelVocabulary ids of the model's own tokens
   */
  AddedVocabulary(Map<String, Integer> modelVocabulary) {
    this.ids = new HashMap<>(modelVocabulary);
    this.modelSize = modelVocabulary.size();
    this.next = modelSize;
  }

  void addAll(String source, List<AddedToken> tokens) {
    for (AddedToken token : tokens) {
      if (token.content().isEmpty()) {
        continue;
      }
      int id = ids.computeIfAbsent(token.content(), content -> next);
      if (id >= next) {
        next = Math.addExact(id, 1);
      }
      contents.put(id, token.content());
      if (token.special()) {
        special.add(id);
      }
      if (id != token.id()) {
        LOG.warn(
            "added token gets another id than its file says: file={}, token={}, stated={}, id={}",
            source,
            token.content(),
            token.id(),
            id);
      }
    }
  }

  /** Every token's id, the model's and the added ones. */
  Map<String, Integer> ids() {
    return ids;
  }

  /** Contents of added tokens by id. */
  Map<Integer, String> contents() {
    return contents;
  }

  /** Ids of special added tokens. */
  Set<Integer> special() {
    return special;
  }
}
