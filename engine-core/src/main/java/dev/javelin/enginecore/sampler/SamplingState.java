// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;

/**
 * What sampling must know of one request: its parameters and key, and the tokens it has seen.
 * Whoever runs the request owns its state, appends each output token once, and keeps it over a
 * preemption. Not thread-safe.
 */
public final class SamplingState {
  private final SamplingParams params;
  private final long key;
  private final TokenBans bans;
  private final LogitBias bias;
  private final Penalties penalties;
  private int outputLength;

  /**
   * The state of a request without output.
   *
   * @param params how to sample
   * @param constraints the part of them that took a tokenizer to resolve
   * @param prompt the prompt, which the repetition penalty counts
   * @param key of {@link RandomKey}; two requests with one key make the same draws
   */
  public SamplingState(
      SamplingParams params, TokenConstraints constraints, TokenIds prompt, long key) {
    this.params = params;
    this.key = key;
    bans = new TokenBans(params, constraints);
    bias = new LogitBias(params);
    penalties = new Penalties(params, prompt);
  }

  /** Adds a token to the output. */
  public void append(int tokenId) {
    bans.append(tokenId);
    penalties.append(tokenId);
    outputLength++;
  }

  /** Tokens of the output so far, which is also the index of the next one. */
  public int outputLength() {
    return outputLength;
  }

  /**
   * Whether the next token is simply the one with the largest logit and nothing else is wanted of
   * its row, so that the row need not be read from the device. May change with every token.
   */
  public boolean plainGreedy() {
    return params.greedy()
        && params.logprobs() == null
        && params.logprobTokenIds() == null
        && !changesLogits();
  }

  /** Whether {@link #processLogits} may change a row now. */
  boolean changesLogits() {
    return bans.active() || bias.active() || penalties.active();
  }

  /** Applies bans, bias and penalties to a row, in this order; banned tokens get -Infinity. */
  void processLogits(float[] row) {
    bans.apply(row);
    bias.apply(row);
    penalties.apply(row);
  }

  /** The random number of the next token, the same at every call until it is appended. */
  double uniform() {
    return RandomKey.uniform(key, outputLength);
  }

  SamplingParams params() {
    return params;
  }
}
