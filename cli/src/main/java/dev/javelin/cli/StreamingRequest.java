// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLMEngine;
import java.io.PrintWriter;
import java.util.List;

/** Runs one request and prints its text as it comes, until it ends or the user interrupts. */
final class StreamingRequest {
  private static final String REQUEST_ID = "0";

  private final LLMEngine engine;
  private final Interruption interruption;

  StreamingRequest(LLMEngine engine, Interruption interruption) {
    this.engine = engine;
    this.interruption = interruption;
  }

  /**
   * @param params with output kind DELTA
   * @return the whole text
   * @throws EngineException if the request failed inside the engine
   */
  String run(Prompt prompt, SamplingParams params, PrintWriter out) {
    StringBuilder text = new StringBuilder();
    engine.addRequest(REQUEST_ID, prompt, params);
    while (engine.hasUnfinishedRequests()) {
      if (interruption.interrupted()) {
        engine.abortRequest(List.of(REQUEST_ID));
        break;
      }
      for (RequestOutput output : engine.step()) {
        CompletionOutput completion = output.outputs().get(0);
        text.append(completion.text());
        out.print(completion.text());
        out.flush();
        if (completion.finishReason() == FinishReason.ERROR) {
          throw new EngineException("the request failed: " + completion.stopReason());
        }
      }
    }
    return text.toString();
  }
}
