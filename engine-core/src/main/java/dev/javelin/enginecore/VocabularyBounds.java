// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Refuses requests with ids that the model has no row for: in a step they would fail all requests
 * of the step. Callers that make their requests with an input processor never see this.
 *
 * @param vocabSize number of logits
 */
record VocabularyBounds(int vocabSize) {
  /**
   * @throws ValidationException if an id is outside the vocabulary
   */
  void check(EngineCoreRequest request) {
    SamplingParams params = request.samplingParams();
    check("prompt_token_ids", request.promptTokenIds());
    check("stop_token_ids", params.stopTokenIds());
    check("allowed_token_ids", Objects.requireNonNullElse(params.allowedTokenIds(), List.of()));
    check("logprob_token_ids", Objects.requireNonNullElse(params.logprobTokenIds(), List.of()));
    check(
        "logit_bias",
        Objects.requireNonNullElse(params.logitBias(), Map.<Integer, Double>of()).keySet());
    check("all_stop_token_ids", request.tokenConstraints().allStopTokenIds());
    for (TokenIds word : request.tokenConstraints().badWords()) {
      check("bad_words", word);
    }
  }

  private void check(String parameter, Collection<Integer> ids) {
    for (int id : ids) {
      if (id < 0 || id >= vocabSize) {
        throw new ValidationException(
            "token id is outside the model's vocabulary [0, " + vocabSize + ")", parameter, id);
      }
    }
  }
}
