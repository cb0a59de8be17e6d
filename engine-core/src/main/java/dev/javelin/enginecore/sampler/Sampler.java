// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Samples one token from one row of logits. Remembers nothing between rows, but owns scratch memory
 * and so serves one thread at a time.
 */
public final class Sampler {
  private final int vocabSize;
  private final Candidates candidates;
  private final float[] rawLogits;

  /**
   * @param vocabSize the length of a row
   */
  public Sampler(int vocabSize) {
    if (vocabSize < 1) {
      throw new IllegalArgumentException(
          "vocabulary must not be empty: vocabSize=" + vocabSize + ", expected 1 or more");
    }
    this.vocabSize = vocabSize;
    candidates = new Candidates(vocabSize);
    rawLogits = new float[vocabSize];
  }

  /**
   * Samples the next token of a request, without appending it to the state.
   *
   * <p>{@code logprobs} are of the row as given. Those of {@code logprob_token_ids} are of the
   * distribution that the token is drawn from, in which tokens that a filter drops have -Infinity;
   * for a greedy request, of the row after bans, bias and penalties. If both are asked for, these
   * win.
   *
   * @param logits of one row, float[vocabSize], may be overwritten
   * @param state of the row's request
   * @return the token, or an error if every token is ruled out, or if the largest logit after bans,
   *     bias and penalties is Infinity or any is NaN
   * @throws IllegalArgumentException if the row has another length
   */
  public Sample sample(float[] logits, SamplingState state) {
    if (logits.length != vocabSize) {
      throw new IllegalArgumentException(
          "row has the wrong length: logits.length=" + logits.length + ", expected " + vocabSize);
    }
    SamplingParams params = state.params();
    List<Integer> logprobIds = params.logprobTokenIds();
    Integer topLogprobs = logprobIds == null ? params.logprobs() : null;
    float[] raw = topLogprobs != null && state.changesLogits() ? copy(logits) : logits;
    state.processLogits(logits);
    int best = argmax(logits);
    String problem = problem(logits, best);
    if (problem != null) {
      return Sample.failed(problem);
    }
    int tokenId = params.greedy() ? best : draw(logits, best, state);
    TokenLogprobs logprobs = null;
    if (logprobIds != null) {
      logprobs = processedLogprobs(logits, best, tokenId, logprobIds, params);
    } else if (topLogprobs != null) {
      logprobs = Logprobs.of(raw, tokenId, topLogprobs);
    }
    return new Sample(tokenId, logprobs, null);
  }

  private float[] copy(float[] logits) {
    System.arraycopy(logits, 0, rawLogits, 0, vocabSize);
    return rawLogits;
  }

  /** The first id with the largest logit or with a NaN; -1 if all are -Infinity. */
  private static int argmax(float[] logits) {
    int best = -1;
    float max = Float.NEGATIVE_INFINITY;
    for (int id = 0; id < logits.length; id++) {
      // Written so that a NaN takes this branch too.
      if (!(logits[id] <= max)) {
        best = id;
        max = logits[id];
        if (Float.isNaN(max)) {
          break;
        }
      }
    }
    return best;
  }

  private static @Nullable String problem(float[] logits, int best) {
    if (best < 0) {
      return "every token is ruled out: all logits are -Infinity, expected at least one above;"
          + " relax allowed_token_ids, bad_words, logit_bias or min_tokens with its stop ids";
    }
    if (!Float.isFinite(logits[best])) {
      return "logits must be finite or -Infinity: logits["
          + best
          + "]="
          + logits[best]
          + ", expected less; the model's weights are damaged or its dtype is too narrow, or a"
          + " bias or penalty is too large";
    }
    return null;
  }

  private int draw(float[] logits, int best, SamplingState state) {
    candidates.select(logits, logits[best], state.params());
    return candidates.draw(state.uniform());
  }

  private TokenLogprobs processedLogprobs(
      float[] logits, int best, int tokenId, List<Integer> ids, SamplingParams params) {
    if (!params.greedy()) {
      candidates.write(logits, logits[best], params.temperature());
    }
    return Logprobs.ofIds(logits, tokenId, ids);
  }

  /**
   * What {@link #sample} drew from in its last call; for tests, after a request that is not greedy.
   */
  Candidates candidates() {
    return candidates;
  }
}
