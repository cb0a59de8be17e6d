// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A request for several completions, which the core runs as as many requests of one completion
 * each. {@link #children()} may be called by any thread; the rest belongs to the {@link
 * OutputProcessor}.
 */
public final class ParentRequest {
  private final EngineCoreRequest request;
  private final List<EngineCoreRequest> children;
  private final @Nullable CompletionOutput[] ended;
  private int numRunning;
  private int numStarted;
  private boolean closed;

  /**
   * @param request the request as the caller gave it, with its internal id
   */
  public ParentRequest(EngineCoreRequest request) {
    this.request = request;
    this.numRunning = request.samplingParams().n();
    this.ended = new @Nullable CompletionOutput[numRunning];
    this.children = makeChildren(request);
  }

  private static List<EngineCoreRequest> makeChildren(EngineCoreRequest request) {
    SamplingParams shared = request.samplingParams().with(builder -> builder.n(1));
    Long seed = shared.seed();
    return IntStream.range(0, request.samplingParams().n())
        .mapToObj(
            index -> {
              SamplingParams own =
                  seed == null ? shared : shared.with(builder -> builder.seed(seed + index));
              return request.child(index + "_" + request.requestId(), own);
            })
        .toList();
  }

  /** The internal id, which the children's ids end in. */
  public String requestId() {
    return request.requestId();
  }

  /**
   * One request for each completion, by index: its id is {@code "{index}_{parent id}"}, and its
   * seed the parent's plus the index where there is one.
   */
  public List<EngineCoreRequest> children() {
    return children;
  }

  /** Whether every completion has ended. */
  boolean finished() {
    return numRunning == 0;
  }

  /** Notes that a completion has ended. */
  void end(CompletionOutput completion) {
    if (ended[completion.index()] == null) {
      ended[completion.index()] = completion;
      numRunning--;
    }
  }

  /**
   * Notes that a completion is being worked on.
   *
   * @throws ValidationException if the request has been aborted already
   */
  void start() {
    if (closed) {
      throw new ValidationException(
          "the request has been aborted, add it anew", "request_id", request.externalId());
    }
    numStarted++;
  }

  /** Ends the completions that were never started, without an output. */
  void close() {
    if (!closed) {
      closed = true;
      numRunning -= ended.length - numStarted;
    }
  }

  /** What the caller gets to see when one of the completions has something to show. */
  List<CompletionOutput> visible(CompletionOutput completion) {
    if (request.samplingParams().outputKind() != RequestOutputKind.FINAL_ONLY) {
      return List.of(completion);
    }
    if (!finished()) {
      return List.of();
    }
    List<CompletionOutput> all = new ArrayList<>();
    Arrays.stream(ended).filter(Objects::nonNull).forEach(all::add);
    return all;
  }
}
