// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages as the core sends and gets them. */
final class Core {
  private Core() {}

  static EngineCoreRequest request(String id, SamplingParams params, int... promptIds) {
    return new EngineCoreRequest(
        id,
        TokenIds.of(promptIds),
        params,
        TokenConstraints.NONE,
        100.0,
        null,
        null,
        0,
        Map.of(),
        null);
  }

  static EngineCoreOutputs step(EngineCoreOutput... outputs) {
    return new EngineCoreOutputs(List.of(outputs), null, 1);
  }

  static EngineCoreOutput tokens(String id, int... ids) {
    return output(id, TokenIds.of(ids), null, null);
  }

  static EngineCoreOutput last(String id, FinishReason reason, int... ids) {
    return output(id, TokenIds.of(ids), null, reason);
  }

  static EngineCoreOutput output(
      String id,
      TokenIds ids,
      @Nullable List<TokenLogprobs> logprobs,
      @Nullable FinishReason reason) {
    return new EngineCoreOutput(id, ids, logprobs, null, reason, null, null, List.of(), null);
  }

  static EngineCoreOutput stopped(String id, StopReason stop, int... ids) {
    return new EngineCoreOutput(
        id, TokenIds.of(ids), null, null, FinishReason.STOP, stop, null, List.of(), null);
  }

  /** The same output with log-probabilities -0.5, each token the only candidate. */
  static EngineCoreOutput withLogprobs(EngineCoreOutput output) {
    List<TokenLogprobs> logprobs = new ArrayList<>();
    output
        .newTokenIds()
        .forEach(id -> logprobs.add(new TokenLogprobs(TokenIds.of(id), new float[] {-0.5f}, 1)));
    return output(output.requestId(), output.newTokenIds(), logprobs, output.finishReason());
  }
}
