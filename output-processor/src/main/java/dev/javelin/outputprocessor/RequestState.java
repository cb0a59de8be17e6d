// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One completion that the core is working on: what it has produced and what the caller has seen.
 */
final class RequestState {
  private static final Logger LOG = LoggerFactory.getLogger(RequestState.class);

  private final EngineCoreRequest request;
  private final @Nullable String promptText;
  private final @Nullable ParentRequest parent;
  private final int index;
  private final @Nullable OutputCollector collector;
  private final CompletionText text;
  private final LogprobsProcessor logprobs;
  private final @Nullable RequestTimeline timeline;
  private final RequestOutputKind kind;
  private final TokenBuffer tokens = new TokenBuffer();
  private int sentTokens;
  private @Nullable Integer numCachedTokens;
  private @Nullable FinishReason finishReason;
  private @Nullable StopReason stopReason;

  /**
   * @param texts texts of tokens for log-probabilities, or null without a tokenizer
   * @param timeline where times are noted, or null if statistics are off
   */
  RequestState(
      EngineCoreRequest request,
      @Nullable String promptText,
      @Nullable ParentRequest parent,
      int index,
      @Nullable OutputCollector collector,
      CompletionText text,
      @Nullable TokenTexts texts,
      @Nullable RequestTimeline timeline) {
    this.request = request;
    this.promptText = promptText;
    this.parent = parent;
    this.index = index;
    this.collector = collector;
    this.text = text;
    this.logprobs =
        new LogprobsProcessor(texts, request.promptTokenIds(), request.samplingParams());
    this.timeline = timeline;
    this.kind = request.samplingParams().outputKind();
  }

  String requestId() {
    return request.requestId();
  }

  String externalId() {
    return request.externalId();
  }

  @Nullable ParentRequest parent() {
    return parent;
  }

  @Nullable OutputCollector collector() {
    return collector;
  }

  boolean finished() {
    return finishReason != null;
  }

  /**
   * Takes in what one step has produced. A failure, such as a tokenizer that throws, ends this
   * request with {@link FinishReason#ERROR} and goes no further.
   *
   * @param stepNanos the core's clock when the step ended
   */
  void accept(EngineCoreOutput output, long stepNanos) {
    try {
      acceptUnguarded(output, stepNanos);
    } catch (RuntimeException e) {
      LOG.warn("making the text of a request failed: request_id={}", requestId(), e);
      finish(
          FinishReason.ERROR,
          new StopReason.Text(
              "making the text failed: request_id=" + externalId() + ", cause=" + e));
    }
  }

  private void acceptUnguarded(EngineCoreOutput output, long stepNanos) {
    if (timeline != null) {
      timeline.addEvents(output.events());
    }
    if (output.prefillStats() != null && numCachedTokens == null) {
      numCachedTokens = output.prefillStats().numCachedTokens();
    }
    if (output.promptLogprobs() != null) {
      logprobs.addPrompt(output.promptLogprobs());
    }
    FinishReason reason = output.finishReason();
    Optional<CompletionText.Stop> stop =
        text.append(output.newTokenIds(), reason == FinishReason.STOP);
    TokenIds kept =
        output
            .newTokenIds()
            .subList(
                0, stop.map(CompletionText.Stop::tokensKept).orElse(output.newTokenIds().size()));
    logprobs.add(output.newLogprobs(), tokens, kept);
    tokens.addAll(kept);
    if (timeline != null) {
      timeline.addTokens(kept.size(), stepNanos);
    }
    if (reason == FinishReason.ERROR) {
      text.flush();
      finish(reason, errorText(output));
    } else if (stop.isPresent()) {
      finish(FinishReason.STOP, new StopReason.Text(stop.get().stop()));
    } else if (reason != null) {
      text.flush();
      finish(reason, output.stopReason());
    }
  }

  private static @Nullable StopReason errorText(EngineCoreOutput output) {
    String message = output.errorMessage();
    return message == null ? output.stopReason() : new StopReason.Text(message);
  }

  /** Ends this request because the caller no longer wants it. */
  void abort() {
    try {
      text.flush();
    } catch (RuntimeException e) {
      LOG.warn("the end of an aborted request is lost: request_id={}", requestId(), e);
    }
    finish(FinishReason.ABORT, null);
  }

  private void finish(FinishReason reason, @Nullable StopReason detail) {
    finishReason = reason;
    stopReason = detail;
  }

  /**
   * What the caller gets to see now, if anything. To be called once after each change.
   *
   * @param streamInterval how many unseen tokens make an output, except for the first and the last
   */
  Optional<RequestOutput> nextOutput(int streamInterval) {
    if (!finished() && !isDue(streamInterval)) {
      return Optional.empty();
    }
    CompletionOutput completion = completion();
    sentTokens = tokens.size();
    if (parent == null) {
      return Optional.of(output(List.of(completion), finished()));
    }
    if (finished()) {
      parent.end(completion);
    }
    List<CompletionOutput> visible = parent.visible(completion);
    return visible.isEmpty() ? Optional.empty() : Optional.of(output(visible, parent.finished()));
  }

  private boolean isDue(int streamInterval) {
    int unseen = tokens.size() - sentTokens;
    return kind != RequestOutputKind.FINAL_ONLY
        && unseen > 0
        && (sentTokens == 0 || unseen >= streamInterval);
  }

  private CompletionOutput completion() {
    boolean delta = kind == RequestOutputKind.DELTA;
    int from = delta ? sentTokens : 0;
    return new CompletionOutput(
        index,
        delta ? text.delta(finished()) : text.visible(finished()),
        tokens.from(from),
        logprobs.cumulative(),
        logprobs.from(from),
        finishReason,
        stopReason);
  }

  private RequestOutput output(List<CompletionOutput> completions, boolean allFinished) {
    return new RequestOutput(
        externalId(),
        promptText,
        request.promptTokenIds(),
        kind == RequestOutputKind.DELTA ? logprobs.takePrompt() : logprobs.prompt(),
        completions,
        allFinished,
        timeline == null ? null : timeline.metrics(),
        numCachedTokens);
  }
}
