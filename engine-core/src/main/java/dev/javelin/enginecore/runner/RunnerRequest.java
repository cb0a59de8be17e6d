// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.runner;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.enginecore.sampler.SamplingState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the runner remembers of a live request: its tokens, its blocks, and the state of its
 * sampling.
 */
final class RunnerRequest {
  private final EngineCoreRequest request;
  private final SamplingState sampling;
  private int[] tokens;
  private int numTokens;
  private int[] blocks = new int[0];
  private @Nullable TokenLogprobs @Nullable [] promptLogprobs;

  RunnerRequest(EngineCoreRequest request, SamplingState sampling) {
    this.request = request;
    this.sampling = sampling;
    numTokens = request.promptTokenIds().size();
    tokens = request.promptTokenIds().toIntArray();
    if (request.samplingParams().promptLogprobs() != null) {
      promptLogprobs = new TokenLogprobs[numTokens - 1];
    }
  }

  EngineCoreRequest request() {
    return request;
  }

  SamplingState sampling() {
    return sampling;
  }

  /** Prompt and generated tokens. */
  int numTokens() {
    return numTokens;
  }

  int numPromptTokens() {
    return request.promptTokenIds().size();
  }

  int token(int position) {
    return tokens[position];
  }

  void append(int tokenId) {
    if (numTokens == tokens.length) {
      tokens = Arrays.copyOf(tokens, numTokens + Math.max(16, numTokens / 2));
    }
    tokens[numTokens++] = tokenId;
    sampling.append(tokenId);
  }

  /** Block ids by block index. */
  int[] blocks() {
    return blocks;
  }

  void updateBlocks(int[] ids, boolean replace) {
    int kept = replace ? 0 : blocks.length;
    int[] updated = Arrays.copyOf(replace ? ids : blocks, kept + ids.length);
    System.arraycopy(ids, 0, updated, kept, ids.length);
    blocks = updated;
  }

  /** Whether log-probabilities of the prompt are asked for and not yet handed over. */
  boolean wantsPromptLogprobs() {
    return promptLogprobs != null;
  }

  /** Remembers the log-probabilities of the prompt token at {@code position}, 1 or more. */
  void promptLogprobs(int position, TokenLogprobs logprobs) {
    if (promptLogprobs != null) {
      promptLogprobs[position - 1] = logprobs;
    }
  }

  /** Hands over the log-probabilities of the whole prompt, once; null before and after. */
  @Nullable List<TokenLogprobs> takePromptLogprobs() {
    if (promptLogprobs == null) {
      return null;
    }
    List<TokenLogprobs> taken = List.of(promptLogprobs);
    promptLogprobs = null;
    return taken;
  }
}
