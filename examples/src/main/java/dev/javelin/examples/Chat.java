// SPDX-License-Identifier: Apache-2.0
package dev.javelin.examples;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import java.util.List;

/** Asks a question with the model's own chat template. */
public final class Chat {
  private Chat() {}

  public static void main(String[] args) {
    SamplingParams params =
        SamplingParams.builder().temperature(0.7).seed(7L).maxTokens(128).build();
    try (LLM llm = LLM.load(args[0])) {
      RequestOutput output =
          llm.chat(List.of(ChatMessage.user("What is gravity, in one sentence?")), params);
      System.out.println(output.outputs().get(0).text());
    }
  }
}
