// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Log-probabilities of one completion and its prompt as callers see them: at each position one map
 * from token id to {@link Logprob}, the sampled token first, then the likeliest in descending
 * order. The core ships as many candidates as the greediest request of its batch wants; only this
 * request's own are kept.
 */
final class LogprobsProcessor {
  private static final int MAX_CONTEXT = 4;

  private final @Nullable TokenTexts texts;
  private final @Nullable Integer wanted;
  private final @Nullable Integer wantedOfPrompt;
  private final TokenIds promptIds;
  private final List<Map<Integer, Logprob>> positions = new ArrayList<>();
  private final List<Map<Integer, Logprob>> promptPositions = new ArrayList<>();
  private double cumulative;
  private boolean promptTaken;

  /**
   * @param texts texts of tokens, or null if candidates are not decoded
   */
  LogprobsProcessor(@Nullable TokenTexts texts, TokenIds promptIds, SamplingParams params) {
    this.texts = params.detokenize() ? texts : null;
    this.wanted = params.logprobTokenIds() == null ? params.logprobs() : Integer.valueOf(-1);
    this.wantedOfPrompt = params.promptLogprobs();
    this.promptIds = promptIds;
    addUnknown(promptPositions);
  }

  /** The compiler does not see in class files that the elements of this list may be null. */
  @SuppressWarnings("NullAway")
  private static void addUnknown(List<Map<Integer, Logprob>> positions) {
    positions.add(null);
  }

  /** Takes in the prompt's positions, from the second token on. */
  void addPrompt(List<TokenLogprobs> shipped) {
    if (wantedOfPrompt == null) {
      return;
    }
    for (TokenLogprobs position : shipped) {
      TokenIds before = lastOf(promptIds.subList(0, promptPositions.size()));
      promptPositions.add(toMap(position, wantedOfPrompt, before));
    }
  }

  /**
   * Takes in the positions of new tokens.
   *
   * @param before the completion's tokens before the new ones
   * @param kept the new tokens that belong to the output
   * @throws IllegalStateException if the core has shipped fewer positions than tokens
   */
  void add(@Nullable List<TokenLogprobs> shipped, TokenBuffer before, TokenIds kept) {
    if (wanted == null || kept.isEmpty()) {
      return;
    }
    int count = shipped == null ? 0 : shipped.size();
    if (shipped == null || count < kept.size()) {
      throw new IllegalStateException(
          "log-probabilities are missing: positions=" + count + ", expected " + kept.size());
    }
    TokenIds context = before.from(Math.max(0, before.size() - MAX_CONTEXT)).concat(kept);
    int offset = context.size() - kept.size();
    for (int i = 0; i < kept.size(); i++) {
      TokenLogprobs position = shipped.get(i);
      positions.add(toMap(position, wanted, lastOf(context.subList(0, offset + i))));
      cumulative += position.logprobs()[0];
    }
  }

  /** The positions from {@code index} on, or null if none were asked for. */
  @Nullable List<Map<Integer, Logprob>> from(int index) {
    if (wanted == null) {
      return null;
    }
    return List.copyOf(positions.subList(Math.min(index, positions.size()), positions.size()));
  }

  /** The sum of the sampled tokens' log-probabilities, or null if none were asked for. */
  @Nullable Float cumulative() {
    return wanted == null ? null : Float.valueOf((float) cumulative);
  }

  /** One entry for each prompt token, null at the first; null if none were asked for. */
  @Nullable List<Map<Integer, Logprob>> prompt() {
    return wantedOfPrompt == null
        ? null
        : Collections.unmodifiableList(new ArrayList<>(promptPositions));
  }

  /** Like {@link #prompt()} at the first call, empty afterwards. */
  @Nullable List<Map<Integer, Logprob>> takePrompt() {
    if (wantedOfPrompt != null && promptTaken) {
      return List.of();
    }
    promptTaken = true;
    return prompt();
  }

  private static TokenIds lastOf(TokenIds ids) {
    return ids.subList(Math.max(0, ids.size() - MAX_CONTEXT), ids.size());
  }

  private Map<Integer, Logprob> toMap(TokenLogprobs position, int wanted, TokenIds before) {
    int length = position.tokenIds().size();
    int count = wanted < 0 ? length : Math.min(length, wanted + 1);
    Map<Integer, Logprob> byId = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      int id = position.tokenIds().getInt(i);
      int rank = i == 0 ? position.sampledRank() : i;
      String text = texts == null ? null : texts.after(before, id);
      byId.put(id, new Logprob(position.logprobs()[i], rank, text));
    }
    return Collections.unmodifiableMap(byId);
  }
}
