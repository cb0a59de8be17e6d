// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The text of each token on its own; decoded once, since candidates recur at every position. */
final class TokenTexts {
  private static final int MAX_CONTEXT = 4;

  private final Tokenizer tokenizer;
  private final AtomicReferenceArray<String> texts;

  TokenTexts(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.texts = new AtomicReferenceArray<>(tokenizer.vocabSize());
  }

  /** A token's text; {@code ""} outside the vocabulary. */
  String alone(int id) {
    if (id < 0 || id >= texts.length()) {
      return "";
    }
    String known = texts.get(id);
    if (known != null) {
      return known;
    }
    String text = decode(TokenIds.of(id));
    texts.set(id, text);
    return text;
  }

  /**
   * A token's text where tokens come before it. A token that completes a character has that
   * character; one that only begins or continues it has {@code ""}.
   *
   * @param before the tokens before it, of which the last few count
   */
  String after(TokenIds before, int id) {
    String alone = alone(id);
    if (!isIncomplete(alone)) {
      return alone;
    }
    int most = Math.min(MAX_CONTEXT, before.size());
    for (int count = 1; count <= most; count++) {
      TokenIds context = before.subList(before.size() - count, before.size());
      String joint = decode(context.concat(TokenIds.of(id)));
      if (!isIncomplete(joint)) {
        String clean = decode(withoutIncompleteEnd(context));
        return joint.startsWith(clean) ? joint.substring(clean.length()) : joint;
      }
    }
    return "";
  }

  private TokenIds withoutIncompleteEnd(TokenIds context) {
    int end = context.size();
    while (end > 0 && isIncomplete(alone(context.getInt(end - 1)))) {
      end--;
    }
    return context.subList(0, end);
  }

  private String decode(TokenIds ids) {
    return ids.isEmpty() ? "" : tokenizer.decode(ids, false);
  }

  private static boolean isIncomplete(String text) {
    return text.endsWith("\uFFFD");
  }
}
