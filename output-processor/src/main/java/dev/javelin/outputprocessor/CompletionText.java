// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The text of one completion: what its tokens decode to, cut at the first stop string, and how much
 * of it may be shown so far. Without detokenizing it stays empty.
 */
final class CompletionText {
  private final @Nullable IncrementalDetokenizer detokenizer;
  private final StopStringChecker stops;
  private final boolean includeStop;
  private final int minTokens;
  private final StringBuilder text = new StringBuilder();
  private int numTokens;
  private int sent;

  CompletionText(@Nullable Tokenizer tokenizer, TokenIds promptIds, SamplingParams params) {
    this.detokenizer =
        tokenizer == null || !params.detokenize()
            ? null
            : new IncrementalDetokenizer(
                tokenizer,
                promptIds,
                params.skipSpecialTokens(),
                params.spacesBetweenSpecialTokens());
    this.stops = new StopStringChecker(params.stop(), params.includeStopStrInOutput());
    this.includeStop = params.includeStopStrInOutput();
    this.minTokens = params.minTokens();
  }

  /**
   * Takes in the tokens of one step.
   *
   * @param endsWithStopToken whether the last one is an end-of-sequence or stop token, whose text
   *     is only wanted if stop strings are
   * @return the stop string that the step has completed; the text is cut there already
   */
  Optional<Stop> append(TokenIds newIds, boolean endsWithStopToken) {
    if (detokenizer == null) {
      return Optional.empty();
    }
    int newFrom = text.length();
    int[] ends = new int[newIds.size()];
    for (int i = 0; i < ends.length; i++) {
      boolean hidden = endsWithStopToken && !includeStop && i == ends.length - 1;
      text.append(hidden ? "" : detokenizer.append(newIds.getInt(i)));
      ends[i] = text.length();
      numTokens++;
      if (numTokens <= minTokens) {
        newFrom = text.length();
      }
    }
    if (newFrom == text.length()) {
      return Optional.empty();
    }
    Optional<StopStringChecker.Match> match = stops.find(text, newFrom);
    match.ifPresent(found -> text.setLength(found.textLength()));
    return match.map(found -> new Stop(found.stop(), tokensUpTo(found.end(), ends)));
  }

  private static int tokensUpTo(int end, int[] ends) {
    int index = 0;
    while (ends[index] < end) {
      index++;
    }
    return index + 1;
  }

  /** Adds what is held because a character is incomplete, when the completion ends. */
  void flush() {
    if (detokenizer != null) {
      text.append(detokenizer.flush());
    }
  }

  /**
   * All text that may be shown.
   *
   * @param finished whether no more will come, so that nothing needs to be held back
   */
  String visible(boolean finished) {
    sent = visibleLength(finished);
    return text.substring(0, sent);
  }

  /** The text that may be shown and has not been. */
  String delta(boolean finished) {
    int from = sent;
    sent = visibleLength(finished);
    return text.substring(from, sent);
  }

  private int visibleLength(boolean finished) {
    if (finished || stops.holdBack() == 0) {
      return text.length();
    }
    int end = text.length();
    for (int left = stops.holdBack(); left > 0 && end > sent; left--) {
      end = text.offsetByCodePoints(end, -1);
    }
    return end;
  }

  /**
   * @param stop the stop string
   * @param tokensKept how many of the step's tokens belong to the output
   */
  record Stop(String stop, int tokensKept) {}
}
