// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RepetitionDetection;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides after each sampled token whether the request has ended. */
final class StopCheck {
  private static final StopReason REPETITION = new StopReason.Text("repetition_detected");

  private StopCheck() {}

  /**
   * @param finishReason why the request has ended
   * @param stopReason what ended it, null for an end-of-sequence token or a length
   */
  record Stop(FinishReason finishReason, @Nullable StopReason stopReason) {}

  /**
   * Looks at the last output token; the first rule that holds wins: end-of-sequence token, stop
   * token, length, repetition. Before {@code min_tokens} only the length ends a request, so that
   * one whose context has less room than that ends too.
   *
   * @param request has at least one output token
   */
  static Optional<Stop> check(Request request) {
    SamplingParams params = request.params();
    int numOutputTokens = request.numOutputTokens();
    boolean mayStop = numOutputTokens >= params.minTokens();
    int last = request.outputTokenId(numOutputTokens - 1);
    Integer eos = request.request().tokenConstraints().eosTokenId();
    if (mayStop && eos != null && last == eos) {
      return Optional.of(new Stop(FinishReason.STOP, null));
    }
    if (mayStop && params.stopTokenIds().contains(last)) {
      return Optional.of(new Stop(FinishReason.STOP, new StopReason.Token(last)));
    }
    if (numOutputTokens >= request.maxTokens()) {
      return Optional.of(new Stop(FinishReason.LENGTH, null));
    }
    RepetitionDetection repetition = params.repetitionDetection();
    if (mayStop && repetition != null && repeats(request, repetition)) {
      return Optional.of(new Stop(FinishReason.REPETITION, REPETITION));
    }
    return Optional.empty();
  }

  private static boolean repeats(Request request, RepetitionDetection rule) {
    for (int size = Math.max(1, rule.minPatternSize()); size <= rule.maxPatternSize(); size++) {
      long span = (long) size * rule.minCount();
      if (span > request.numOutputTokens()) {
        return false;
      }
      if (hasPeriod(request, size, (int) span)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the last {@code span} output tokens repeat with a period of {@code size}. */
  private static boolean hasPeriod(Request request, int size, int span) {
    int end = request.numOutputTokens();
    for (int i = end - span + size; i < end; i++) {
      if (request.outputTokenId(i) != request.outputTokenId(i - size)) {
        return false;
      }
    }
    return true;
  }
}
