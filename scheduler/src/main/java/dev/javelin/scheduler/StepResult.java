// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.scheduler.ModelRunnerOutput.RequestResult;
import dev.javelin.scheduler.StopCheck.Stop;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a step, or an order from outside, means for one request. */
record StepResult(
    TokenIds newTokenIds,
    @Nullable List<TokenLogprobs> logprobs,
    @Nullable List<TokenLogprobs> promptLogprobs,
    @Nullable FinishReason finishReason,
    @Nullable StopReason stopReason,
    @Nullable String errorMessage) {
  private static final StepResult NOTHING =
      new StepResult(TokenIds.empty(), null, null, null, null, null);

  /** The request ends without new tokens. */
  static StepResult ended(FinishReason reason) {
    return new StepResult(TokenIds.empty(), null, null, reason, null, null);
  }

  /** The request fails. */
  static StepResult error(String message) {
    return new StepResult(TokenIds.empty(), null, null, FinishReason.ERROR, null, message);
  }

  /**
   * Adds the sampled tokens to the request, up to the first that ends it; the rest is dropped.
   *
   * @param scheduled the request's part of the step
   * @param result what the runner returned for it, null if nothing
   */
  static StepResult of(
      Request request, ScheduledRequest scheduled, @Nullable RequestResult result) {
    if (result == null) {
      return error("the model runner returned no result");
    }
    if (result.errorMessage() != null) {
      return error(result.errorMessage());
    }
    boolean complete =
        scheduled.numComputedTokens() + scheduled.numScheduledTokens() == request.numTokens();
    TokenIds sampled = result.sampledTokenIds();
    if (complete == sampled.isEmpty()) {
      return error(
          "the model runner returned a wrong number of tokens: sampled="
              + sampled.size()
              + ", expected "
              + (complete ? "1 or more" : "0"));
    }
    return complete ? append(request, result) : NOTHING;
  }

  private static StepResult append(Request request, RequestResult result) {
    TokenIds sampled = result.sampledTokenIds();
    Optional<Stop> stop = Optional.empty();
    int kept = 0;
    while (kept < sampled.size() && stop.isEmpty()) {
      request.appendOutput(sampled.getInt(kept++));
      stop = StopCheck.check(request);
    }
    List<TokenLogprobs> logprobs = result.logprobs();
    return new StepResult(
        sampled.subList(0, kept),
        logprobs == null ? null : logprobs.subList(0, kept),
        result.promptLogprobs(),
        stop.map(Stop::finishReason).orElse(null),
        stop.map(Stop::stopReason).orElse(null),
        null);
  }

  boolean ended() {
    return finishReason != null;
  }

  boolean failed() {
    return errorMessage != null;
  }

  /** What the shell is told; nothing while a prefill goes on. */
  Optional<EngineCoreOutput> output(Request request) {
    return newTokenIds.isEmpty() && !ended() ? Optional.empty() : Optional.of(lastOutput(request));
  }

  /** What the shell is told, with all that the request has not told yet. */
  EngineCoreOutput lastOutput(Request request) {
    return new EngineCoreOutput(
        request.id(),
        newTokenIds,
        logprobs,
        promptLogprobs,
        finishReason,
        stopReason,
        errorMessage,
        request.takeEvents(),
        request.takePrefillStats());
  }
}
