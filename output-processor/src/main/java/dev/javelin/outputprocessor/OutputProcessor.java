// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns the core's outputs into those of callers. Every request that is added ends in exactly one
 * final output, given to its collector or returned by {@link #processOutputs}; only an aborted
 * request without a collector ends silently, since its caller is the one who aborted it.
 *
 * <p>Thread-safe; a call waits while another one runs. Collectors are told under that lock.
 */
public final class OutputProcessor {
  private final @Nullable Tokenizer tokenizer;
  private final @Nullable TokenTexts texts;
  private final boolean logStats;
  private final int streamInterval;
  private final InstantSource clock;
  private final LiveRequests live = new LiveRequests();

  /**
   * @param tokenizer makes the text, borrowed; null for ids only
   * @param logStats whether outputs have metrics
   * @param streamInterval how many tokens a streamed output has, except for the first and the last;
   *     at least 1
   */
  public OutputProcessor(@Nullable Tokenizer tokenizer, boolean logStats, int streamInterval) {
    this(tokenizer, logStats, streamInterval, InstantSource.system());
  }

  /**
   * @param clock wall clock, the one that arrival times come from
   */
  public OutputProcessor(
      @Nullable Tokenizer tokenizer, boolean logStats, int streamInterval, InstantSource clock) {
    if (streamInterval < 1) {
      throw new ValidationException(
          "stream_interval must be 1 or more", "stream_interval", streamInterval);
    }
    this.tokenizer = tokenizer;
    this.texts = tokenizer == null ? null : new TokenTexts(tokenizer);
    this.logStats = logStats;
    this.streamInterval = streamInterval;
    this.clock = clock;
  }

  /**
   * Expects outputs for a request from now on. To be called before the core gets it; if the core
   * then refuses it, take it back with {@link #abortRequests}.
   *
   * @param request with its internal id; of n completions, one of {@link ParentRequest#children()}
   * @param promptText echoed in outputs, or null
   * @param parent the request that this is one completion of, or null
   * @param index which completion this is, 0 without a parent
   * @param collector gets the outputs; null if {@link #processOutputs} shall return them
   * @throws ValidationException if the internal id is in use, stop strings are given without a
   *     tokenizer, or the parent has been aborted; nothing stays behind then
   */
  public synchronized void addRequest(
      EngineCoreRequest request,
      @Nullable String promptText,
      @Nullable ParentRequest parent,
      int index,
      @Nullable OutputCollector collector) {
    live.requireUnused(request.requestId());
    if (tokenizer == null && !request.samplingParams().stop().isEmpty()) {
      throw new ValidationException(
          "stop strings need a tokenizer, use stop_token_ids",
          "stop",
          request.samplingParams().stop());
    }
    CompletionText text =
        new CompletionText(tokenizer, request.promptTokenIds(), request.samplingParams());
    RequestTimeline timeline =
        logStats ? new RequestTimeline(clock, request.arrivalTimeSeconds()) : null;
    if (parent != null) {
      parent.start();
    }
    live.add(
        new RequestState(request, promptText, parent, index, collector, text, texts, timeline));
  }

  /**
   * Takes in one step of the core. Outputs of unknown requests are dropped: they were aborted while
   * the step ran.
   */
  public synchronized ProcessedOutputs processOutputs(EngineCoreOutputs step) {
    List<RequestOutput> outputs = new ArrayList<>();
    List<String> requestsToAbort = new ArrayList<>();
    for (EngineCoreOutput output : step.outputs()) {
      RequestState state = live.get(output.requestId());
      if (state == null) {
        continue;
      }
      state.accept(output, step.nanos());
      deliver(state).ifPresent(outputs::add);
      if (state.finished()) {
        live.remove(state);
        if (!output.finished()) {
          requestsToAbort.add(state.requestId());
        }
      }
    }
    return new ProcessedOutputs(outputs, requestsToAbort);
  }

  /** Gives the next output to the collector; returns it where there is none. */
  private Optional<RequestOutput> deliver(RequestState state) {
    Optional<RequestOutput> output = state.nextOutput(streamInterval);
    OutputCollector collector = state.collector();
    if (collector == null) {
      return output;
    }
    output.ifPresent(collector::put);
    return Optional.empty();
  }

  /**
   * Ends requests; those with a collector get a final output with finish reason {@code ABORT}.
   * Unknown ids are ignored, so that aborting twice or after the end does no harm.
   *
   * @param ids external ids, each standing for every live request that has it; or internal ones, of
   *     requests, children or parents
   * @param internal whether the ids are internal
   * @return the internal ids that the core must be told to abort
   */
  public synchronized List<String> abortRequests(Collection<String> ids, boolean internal) {
    List<RequestState> states = live.resolve(ids, internal);
    for (RequestState state : states) {
      ParentRequest parent = state.parent();
      if (parent != null && !(internal && ids.contains(state.requestId()))) {
        parent.close();
      }
    }
    for (RequestState state : states) {
      state.abort();
      live.remove(state);
      deliver(state);
    }
    return states.stream().map(RequestState::requestId).toList();
  }

  /** Ends all requests with the same failure: it reaches every collector. */
  public synchronized void failAll(EngineException cause) {
    for (RequestState state : live.all()) {
      live.remove(state);
      OutputCollector collector = state.collector();
      if (collector != null) {
        collector.fail(cause);
      }
    }
  }

  /** Whether a request has not ended. */
  public synchronized boolean hasUnfinishedRequests() {
    return live.size() > 0;
  }

  /** How many requests have not ended; each of n completions counts. */
  public synchronized int numUnfinishedRequests() {
    return live.size();
  }
}
