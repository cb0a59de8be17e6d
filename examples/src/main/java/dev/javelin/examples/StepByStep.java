// SPDX-License-Identifier: Apache-2.0
package dev.javelin.examples;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLMEngine;

/** Drives the engine step by step and prints two stories as they grow. */
public final class StepByStep {
  private StepByStep() {}

  public static void main(String[] args) {
    SamplingParams params =
        SamplingParams.builder()
            .temperature(0.8)
            .seed(1L)
            .maxTokens(48)
            .outputKind(RequestOutputKind.DELTA)
            .build();
    try (LLMEngine engine = LLMEngine.load(EngineConfig.builder(args[0]).build())) {
      engine.addRequest("fox", Prompt.text("The fox said to the crow:"), params);
      engine.addRequest("king", Prompt.text("The old king looked at his"), params);
      while (engine.hasUnfinishedRequests()) {
        for (RequestOutput output : engine.step()) {
          System.out.println(output.requestId() + ": " + output.outputs().get(0).text());
        }
      }
    }
  }
}
