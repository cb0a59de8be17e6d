// SPDX-License-Identifier: Apache-2.0
package dev.javelin.examples;

import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import java.util.List;

/** Continues several prompts as one batch. */
public final class OfflineBatch {
  private OfflineBatch() {}

  public static void main(String[] args) {
    List<Prompt> prompts =
        List.of(
            Prompt.text("The capital of France is"),
            Prompt.text("Water boils at"),
            Prompt.text("Once upon a time"));
    SamplingParams params = SamplingParams.greedy(32);
    try (LLM llm = LLM.load(args[0])) {
      for (RequestOutput output : llm.generate(prompts, params)) {
        System.out.println(output.prompt() + "|" + output.outputs().get(0).text());
      }
    }
  }
}
