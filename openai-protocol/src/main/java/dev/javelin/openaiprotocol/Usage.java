// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.RequestOutput;
import java.util.List;

/** Tokens that a response took. */
public record Usage(
    @JsonProperty("prompt_tokens") int promptTokens,
    @JsonProperty("completion_tokens") int completionTokens,
    @JsonProperty("total_tokens") int totalTokens) {

  /** The prompt's part, of a response that holds nothing generated. */
  Usage ofPrompt() {
    return new Usage(promptTokens, 0, promptTokens);
  }

  static Usage of(List<RequestOutput> outputs) {
    int prompt = 0;
    int completion = 0;
    for (RequestOutput output : outputs) {
      prompt += output.promptTokenIds().size();
      for (CompletionOutput choice : output.outputs()) {
        completion += choice.tokenIds().size();
      }
    }
    return new Usage(prompt, completion, prompt + completion);
  }
}
