// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreEvent;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.PrefillStats;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.kvcache.CachedSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One request while it is in the scheduler: what was asked, and how far it is. */
final class Request {
  /** {@link #numBlocksTold} while the runner has no valid block table. */
  private static final int NONE_TOLD = -1;

  private final EngineCoreRequest request;
  private final CachedSequence sequence;
  private final long arrivalOrder;
  private final int maxTokens;
  private RequestStatus status = RequestStatus.WAITING;
  private int[] outputTokenIds = new int[8];
  private int numOutputTokens;
  private int numComputedTokens;
  private int numBlocksTold = NONE_TOLD;
  private int numDroppedBlocksTold;
  private boolean knownToRunner;
  private @Nullable PrefillStats prefillStats;
  private List<EngineCoreEvent> events = new ArrayList<>();

  /**
   * @param sequence its tokens in the KV cache
   * @param arrivalOrder its rank among all requests ever added
   * @param maxTokens most tokens to sample, within the model's context
   */
  Request(EngineCoreRequest request, CachedSequence sequence, long arrivalOrder, int maxTokens) {
    this.request = request;
    this.sequence = sequence;
    this.arrivalOrder = arrivalOrder;
    this.maxTokens = maxTokens;
  }

  String id() {
    return request.requestId();
  }

  EngineCoreRequest request() {
    return request;
  }

  SamplingParams params() {
    return request.samplingParams();
  }

  CachedSequence sequence() {
    return sequence;
  }

  long arrivalOrder() {
    return arrivalOrder;
  }

  int maxTokens() {
    return maxTokens;
  }

  RequestStatus status() {
    return status;
  }

  boolean finished() {
    return status == RequestStatus.FINISHED;
  }

  /** Prompt and output. */
  int numTokens() {
    return sequence.numTokens();
  }

  int numOutputTokens() {
    return numOutputTokens;
  }

  int outputTokenId(int index) {
    return outputTokenIds[index];
  }

  void appendOutput(int tokenId) {
    if (numOutputTokens == outputTokenIds.length) {
      outputTokenIds = Arrays.copyOf(outputTokenIds, 2 * numOutputTokens);
    }
    outputTokenIds[numOutputTokens++] = tokenId;
    sequence.append(tokenId);
  }

  /** Tokens whose keys and values are, or will after the step in flight be, in the cache. */
  int numComputedTokens() {
    return numComputedTokens;
  }

  void advance(int numTokens) {
    numComputedTokens += numTokens;
  }

  /** Leaves the queue with {@code numCachedTokens} of its tokens in the cache. */
  void run(int numCachedTokens) {
    if (status == RequestStatus.WAITING) {
      prefillStats = new PrefillStats(numTokens(), numCachedTokens);
    }
    status = RequestStatus.RUNNING;
    numComputedTokens = numCachedTokens;
  }

  /** Loses its blocks; what was sampled stays. */
  void preempt() {
    status = RequestStatus.PREEMPTED;
    numComputedTokens = 0;
    numBlocksTold = NONE_TOLD;
  }

  void finish() {
    status = RequestStatus.FINISHED;
  }

  /** Whether it has been part of a step. */
  boolean knownToRunner() {
    return knownToRunner;
  }

  /** This request's part of a step, with what the runner does not know yet of its block table. */
  ScheduledRequest schedule(int numScheduledTokens) {
    knownToRunner = true;
    boolean replaced =
        numBlocksTold == NONE_TOLD || numDroppedBlocksTold != sequence.numDroppedBlocks();
    int[] blockIds = sequence.blockIds(replaced ? 0 : numBlocksTold);
    numBlocksTold = sequence.numBlocks();
    numDroppedBlocksTold = sequence.numDroppedBlocks();
    return new ScheduledRequest(id(), numComputedTokens, numScheduledTokens, blockIds, replaced);
  }

  void record(EngineCoreEvent event) {
    events.add(event);
  }

  /** What happened since the last call. */
  List<EngineCoreEvent> takeEvents() {
    List<EngineCoreEvent> taken = events;
    events = new ArrayList<>();
    return taken;
  }

  /** How the prompt was computed when first scheduled; null before, and after the first call. */
  @Nullable PrefillStats takePrefillStats() {
    PrefillStats taken = prefillStats;
    prefillStats = null;
    return taken;
  }
}
