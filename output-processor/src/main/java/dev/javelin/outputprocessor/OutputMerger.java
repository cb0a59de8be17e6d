// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes one output of two that follow each other, so that a reader who is late misses nothing. */
final class OutputMerger {
  private OutputMerger() {}

  /** Deltas of the same completion are concatenated; otherwise the later completion replaces. */
  static RequestOutput merge(RequestOutput earlier, RequestOutput later, RequestOutputKind kind) {
    Map<Integer, CompletionOutput> byIndex = new LinkedHashMap<>();
    earlier.outputs().forEach(completion -> byIndex.put(completion.index(), completion));
    for (CompletionOutput completion : later.outputs()) {
      byIndex.merge(
          completion.index(),
          completion,
          (old, fresh) -> kind == RequestOutputKind.DELTA ? concat(old, fresh) : fresh);
    }
    return new RequestOutput(
        later.requestId(),
        later.prompt(),
        later.promptTokenIds(),
        promptLogprobs(earlier, later),
        List.copyOf(byIndex.values()),
        earlier.finished() || later.finished(),
        later.metrics(),
        Optional.ofNullable(later.numCachedTokens()).orElse(earlier.numCachedTokens()));
  }

  private static CompletionOutput concat(CompletionOutput earlier, CompletionOutput later) {
    return new CompletionOutput(
        later.index(),
        earlier.text() + later.text(),
        earlier.tokenIds().concat(later.tokenIds()),
        later.cumulativeLogprob(),
        concat(earlier.logprobs(), later.logprobs()),
        later.finishReason(),
        later.stopReason());
  }

  private static @Nullable List<Map<Integer, Logprob>> concat(
      @Nullable List<Map<Integer, Logprob>> earlier, @Nullable List<Map<Integer, Logprob>> later) {
    if (earlier == null || later == null) {
      return later;
    }
    List<Map<Integer, Logprob>> all = new ArrayList<>(earlier);
    all.addAll(later);
    return List.copyOf(all);
  }

  /** They come with the first delta only; a later, empty list does not take them away. */
  private static @Nullable List<Map<Integer, Logprob>> promptLogprobs(
      RequestOutput earlier, RequestOutput later) {
    List<Map<Integer, Logprob>> fresh = later.promptLogprobs();
    return fresh == null || fresh.isEmpty() ? earlier.promptLogprobs() : fresh;
  }
}
