// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * The text of one growing sequence, token by token. Each token is decoded together with the few
 * before it, since its text may depend on them (word separators, characters cut in pieces); what is
 * new is the delta. Concatenated deltas and {@link #flush()} are the decoded sequence.
 *
 * <p>Text that ends in U+FFFD is held back, since the character may still be completed; {@link
 * HoldPolicy} bounds that. Each call decodes a bounded number of tokens, however long the sequence
 * is. Prompt text is never part of a delta, except for the character that the prompt has begun and
 * the sequence completes. Not thread-safe.
 */
public final class IncrementalDetokenizer {
  private static final char REPLACEMENT = '\uFFFD';
  private static final int FIRST_PROMPT_SUFFIX = 8;

  /** Tokens without text that are kept for what they may do to the first one that has some. */
  private static final int MAX_INVISIBLE = 16;

  private final Tokenizer tokenizer;
  private final boolean skipSpecialTokens;
  private final boolean joinAddedTokens;
  private final HoldPolicy policy;
  private final DecodeWindow window;

  /** Tokens of the window that are context; those behind them stay when the context is dropped. */
  private int contextSize;

  /**
   * The first token of the window whose text is wanted: behind the context, and not the prompt's.
   */
  private int firstHeld;

  /** The part of the window's text that is shown. */
  private String shown = "";

  /** The prompt's text where it ends inside a character, until something is shown. */
  private @Nullable String brokenPrompt;

  /** The window's text. */
  private String text = "";

  private boolean runIsReal;
  private boolean lastWasAdded;

  /**
   * @param promptIds what comes before the sequence; only its end is looked at
   * @param skipSpecialTokens whether special tokens have no text
   * @param spacesBetweenSpecialTokens whether adjacent added tokens keep the space that the
   *     tokenizer may put between them; only matters if special tokens are shown
   */
  public IncrementalDetokenizer(
      Tokenizer tokenizer,
      TokenIds promptIds,
      boolean skipSpecialTokens,
      boolean spacesBetweenSpecialTokens) {
    this.tokenizer = tokenizer;
    this.skipSpecialTokens = skipSpecialTokens;
    this.joinAddedTokens = !skipSpecialTokens && !spacesBetweenSpecialTokens;
    this.policy = new HoldPolicy(tokenizer);
    this.window = new DecodeWindow(tokenizer, skipSpecialTokens);
    prime(promptIds);
  }

  /**
   * The text that a token adds, {@code ""} while nothing can be shown. Ids outside the vocabulary
   * and skipped special tokens add nothing.
   */
  public String append(int id) {
    if (isInvisible(id)) {
      return "";
    }
    String delta = step(id);
    if (!joinAddedTokens) {
      return delta;
    }
    @Nullable String content = tokenizer.addedTokens().get(id);
    boolean join = content != null && lastWasAdded;
    lastWasAdded = content != null;
    return content != null && join ? content : delta;
  }

  /**
   * The text that is still held, at the end of the sequence: an incomplete character, as U+FFFD.
   */
  public String flush() {
    if (firstHeld == window.size()) {
      return "";
    }
    String delta = newText(text, window.size());
    showAll();
    return delta;
  }

  private boolean isInvisible(int id) {
    return id < 0 || id >= tokenizer.vocabSize() || (skipSpecialTokens && tokenizer.isSpecial(id));
  }

  private String step(int id) {
    if (shown.isEmpty() && text.isEmpty()) {
      window.truncate(Math.min(window.size(), MAX_INVISIBLE));
      contextSize = window.size();
      firstHeld = contextSize;
    }
    window.add(id);
    text = window.decode(0, window.size());
    if (text.length() > shown.length() && !endsIncomplete(text)) {
      String delta = newText(text, window.size());
      runIsReal = false;
      showAll();
      return delta;
    }
    int[] held = window.from(firstHeld);
    return held.length > policy.limit(held, runIsReal) ? release(held) : "";
  }

  /** What the first {@code end} tokens of the window, whose text is given, have to show. */
  private String newText(String decoded, int end) {
    if (brokenPrompt != null && decoded.startsWith(brokenPrompt)) {
      return decoded.substring(brokenPrompt.length());
    }
    if (decoded.startsWith(shown)) {
      return decoded.substring(shown.length());
    }
    // A later token has changed what shown ones look like (byte fallback does that to a run with a
    // bad byte in it). Shown text cannot be taken back, so the held tokens stand alone.
    return window.decode(Math.min(firstHeld, end), end);
  }

  /** Shows held text although it ends in U+FFFD, except for what may be an incomplete character. */
  private String release(int[] held) {
    if (!endsIncomplete(text)) {
      window.truncate(firstHeld);
      text = window.decode(0, firstHeld);
      return "";
    }
    int end = window.size();
    int fewest = Integer.MAX_VALUE;
    String best = "";
    int bestCut = end;
    for (int keep : policy.keepOrder(held)) {
      int cut = end - keep;
      if (keep > held.length) {
        continue;
      }
      String head = cut == firstHeld ? "" : newText(window.decode(0, cut), cut);
      int replaced = countReplacements(head) + countReplacements(window.decode(cut, end));
      if (replaced < fewest) {
        fewest = replaced;
        best = head;
        bestCut = cut;
      }
    }
    if (bestCut == firstHeld && fewest > 0) {
      return "";
    }
    return best + restartAt(bestCut);
  }

  /** Goes on with the window's tokens from {@code cut} on, without context. */
  private String restartAt(int cut) {
    window.dropBefore(cut);
    contextSize = 0;
    firstHeld = 0;
    shown = "";
    brokenPrompt = null;
    text = window.decode(0, window.size());
    runIsReal = endsIncomplete(text);
    if (runIsReal) {
      return "";
    }
    String delta = text;
    showAll();
    return delta;
  }

  private void showAll() {
    window.dropBefore(contextSize);
    contextSize = window.size();
    firstHeld = contextSize;
    brokenPrompt = null;
    text = window.decode(0, contextSize);
    shown = text;
  }

  /** Makes context of the shortest end of the prompt whose text begins with a whole character. */
  private void prime(TokenIds promptIds) {
    int length = promptIds.size();
    int suffix = Math.min(FIRST_PROMPT_SUFFIX, length);
    useAsContext(promptIds, suffix);
    while (suffix < length && (shown.isEmpty() || text.charAt(0) == REPLACEMENT)) {
      suffix = Math.min(2 * suffix, length);
      useAsContext(promptIds, suffix);
    }
    if (!endsIncomplete(text)) {
      return;
    }
    brokenPrompt = text;
    for (int keep = 1; keep <= HoldPolicy.MAX_INCOMPLETE_TOKENS && contextSize > 0; keep++) {
      contextSize--;
      if (!endsIncomplete(window.decode(0, contextSize))) {
        return;
      }
    }
  }

  private void useAsContext(TokenIds promptIds, int suffix) {
    window.replace(promptIds.subList(promptIds.size() - suffix, promptIds.size()));
    contextSize = suffix;
    firstHeld = suffix;
    text = window.decode(0, suffix);
    shown = withoutIncompleteEnd(text);
  }

  private static boolean endsIncomplete(String text) {
    return !text.isEmpty() && text.charAt(text.length() - 1) == REPLACEMENT;
  }

  private static String withoutIncompleteEnd(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == REPLACEMENT) {
      end--;
    }
    return text.substring(0, end);
  }

  private static int countReplacements(String text) {
    return (int) text.chars().filter(unit -> unit == REPLACEMENT).count();
  }
}
