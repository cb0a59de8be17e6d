// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.Tokenizer;
import java.util.stream.IntStream;

/**
 * How long text is held back because it ends in U+FFFD, which may be an incomplete character or
 * what the model really wrote. Without a bound a run of real ones would be held for ever, and
 * decoded again with every token.
 */
final class HoldPolicy {
  /** The most tokens (of at least one byte each) that an incomplete character can have. */
  static final int MAX_INCOMPLETE_TOKENS = 3;

  /** A byte-level decoder shows good characters again right after bad bytes, so runs are short. */
  private static final int BYTE_LEVEL_LIMIT = 16;

  /**
   * With byte fallback one bad byte spoils all neighbouring byte tokens, so a run is as long as a
   * text of rare characters.
   */
  private static final int BYTE_FALLBACK_LIMIT = 64;

  /** Tokens that are a whole U+FFFD: from the third in a row on they are believed to be meant. */
  private static final int REPLACEMENT_LIMIT = 2;

  /** U+FFFD as its three UTF-8 bytes in the byte-level alphabet of GPT-2. */
  private static final String BYTE_LEVEL_REPLACEMENT = "ï¿½";

  private static final int[] NEAREST_FIRST = {1, 2, 3, 4};
  private static final int[] INCOMPLETE_FIRST = {3, 4, 2, 1};

  private final boolean byteFallback;
  private final int replacementId;
  private final int byteLevelReplacementId;

  HoldPolicy(Tokenizer tokenizer) {
    byteFallback = tokenizer.tokenToId("<0xF0>").isPresent();
    replacementId = tokenizer.tokenToId("\uFFFD").orElse(-1);
    byteLevelReplacementId = tokenizer.tokenToId(BYTE_LEVEL_REPLACEMENT).orElse(-1);
  }

  /**
   * How many tokens may be held.
   *
   * @param held the tokens that are held now
   * @param runIsReal whether part of this run has been shown as U+FFFD already
   */
  int limit(int[] held, boolean runIsReal) {
    if (runIsReal) {
      return keepOrder(held)[0];
    }
    if (IntStream.of(held).allMatch(this::isReplacement)) {
      return REPLACEMENT_LIMIT;
    }
    return byteFallback ? BYTE_FALLBACK_LIMIT : BYTE_LEVEL_LIMIT;
  }

  /**
   * How many of the last tokens to go on holding when the rest is shown, best first: few, but with
   * byte fallback as many as an incomplete character may have.
   */
  int[] keepOrder(int[] held) {
    boolean maybeIncomplete = byteFallback && !isReplacement(held[held.length - 1]);
    return maybeIncomplete ? INCOMPLETE_FIRST : NEAREST_FIRST;
  }

  private boolean isReplacement(int id) {
    return id == replacementId || id == byteLevelReplacementId;
  }
}
