// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.Logprob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Gathers the {@code logprobs} member of a completion, token by token. One thread. */
final class CompletionLogprobs {
  private final boolean asTokenIds;
  private final IntFunction<@Nullable String> tokenText;
  private final List<Integer> offsets = new ArrayList<>();
  private final List<@Nullable Double> logprobs = new ArrayList<>();
  private final List<String> tokens = new ArrayList<>();
  private final List<@Nullable Map<String, Double>> tops = new ArrayList<>();
  private int offset;

  /**
   * @param asTokenIds whether tokens are named by id
   * @param tokenText the text of a single token, null where there is none
   */
  CompletionLogprobs(boolean asTokenIds, IntFunction<@Nullable String> tokenText) {
    this.asTokenIds = asTokenIds;
    this.tokenText = tokenText;
  }

  /**
   * @param candidates for each id; null where there are none
   */
  void addAll(
      List<Integer> ids, @Nullable List<? extends @Nullable Map<Integer, Logprob>> candidates) {
    if (candidates == null) {
      return;
    }
    for (int i = 0; i < ids.size(); i++) {
      add(ids.get(i), candidates.get(i));
    }
  }

  private void add(int id, @Nullable Map<Integer, Logprob> candidates) {
    Logprob chosen = candidates == null ? null : candidates.get(id);
    String text = chosen == null ? tokenText.apply(id) : chosen.decodedToken();
    tokens.add(TokenText.of(id, text, asTokenIds));
    offsets.add(offset);
    offset += text == null ? 0 : text.codePointCount(0, text.length());
    if (candidates == null) {
      logprobs.add(null);
      tops.add(null);
      return;
    }
    logprobs.add(chosen == null ? PromptLogprob.LOWEST : PromptLogprob.finite(chosen.logprob()));
    Map<String, Double> top = new LinkedHashMap<>();
    candidates.forEach(
        (candidate, logprob) ->
            top.putIfAbsent(
                TokenText.of(candidate, logprob, asTokenIds),
                PromptLogprob.finite(logprob.logprob())));
    tops.add(top);
  }

  CompletionResponse.Logprobs build() {
    return new CompletionResponse.Logprobs(offsets, logprobs, tokens, tops);
  }
}
