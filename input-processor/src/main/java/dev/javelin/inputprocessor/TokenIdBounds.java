// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import java.util.Collection;
import java.util.List;

/**
 * Keeps ids that the model has no logit or embedding for out of the core.
 *
 * @param modelVocabSize number of logits of the model
 * @param tokenizerVocabSize the tokenizer's highest id plus one, 0 without a tokenizer
 */
record TokenIdBounds(int modelVocabSize, int tokenizerVocabSize) {
  /**
   * @throws ValidationException if a prompt holds an id outside the vocabulary
   */
  void checkPrompt(TokenIds ids) {
    for (int i = 0; i < ids.size(); i++) {
      check("prompt_token_ids[" + i + "]", ids.getInt(i));
    }
  }

  /**
   * @throws ValidationException if a parameter names an id outside the vocabulary
   */
  void check(SamplingParams params) {
    check("stop_token_ids", params.stopTokenIds());
    if (params.allowedTokenIds() != null) {
      check("allowed_token_ids", params.allowedTokenIds());
    }
    if (params.logprobTokenIds() != null) {
      check("logprob_token_ids", params.logprobTokenIds());
    }
    if (params.logitBias() != null) {
      check("logit_bias", params.logitBias().keySet());
    }
  }

  /**
   * @throws ValidationException if a bad word's token is outside the vocabulary
   */
  void checkBadWords(List<TokenIds> badWords) {
    badWords.forEach(ids -> check("bad_words", ids));
  }

  private void check(String parameter, Collection<Integer> ids) {
    for (int id : ids) {
      check(parameter, id);
    }
  }

  private void check(String parameter, int id) {
    if (id >= 0 && id < modelVocabSize) {
      return;
    }
    String also =
        tokenizerVocabSize > modelVocabSize
            ? "; the tokenizer has more ids than the model: tokenizerVocabSize="
                + tokenizerVocabSize
                + ", modelVocabSize="
                + modelVocabSize
            : "";
    throw new ValidationException(
        "token id is outside the model's vocabulary [0, " + modelVocabSize + ")" + also,
        parameter,
        id);
  }
}
