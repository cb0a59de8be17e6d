// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreEvent;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import dev.javelin.kvcache.KVCacheManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Every request that has not ended, each in exactly one place: in the queue without cache blocks,
 * or running with them. The moves between these places, and out of them, are made here only.
 */
final class LiveRequests {
  private final KVCacheManager cache;
  private final RequestQueue waiting;
  private final boolean recordEvents;
  private final LongSupplier nanoClock;
  private final Map<String, Request> byId = new HashMap<>();
  private final List<Request> running = new ArrayList<>();
  private List<String> finishedIds = new ArrayList<>();
  private long numPreemptions;

  LiveRequests(KVCacheManager cache, Policy policy, boolean recordEvents, LongSupplier nanoClock) {
    this.cache = cache;
    this.waiting = new RequestQueue(policy);
    this.recordEvents = recordEvents;
    this.nanoClock = nanoClock;
  }

  @Nullable Request get(String id) {
    return byId.get(id);
  }

  Collection<Request> all() {
    return byId.values();
  }

  RequestQueue waiting() {
    return waiting;
  }

  /** In the order of admission; a view. */
  List<Request> running() {
    return Collections.unmodifiableList(running);
  }

  long numPreemptions() {
    return numPreemptions;
  }

  /** The running request that has to give way first; there must be one. */
  Request victim() {
    return Collections.max(running, waiting.order());
  }

  void add(Request request) {
    byId.put(request.id(), request);
    waiting.add(request);
    record(request, EngineCoreEvent.Type.QUEUED);
  }

  /** From the queue to the running ones, after the cache has admitted its sequence. */
  void run(Request request, int numCachedTokens) {
    waiting.remove(request);
    running.add(request);
    request.run(numCachedTokens);
    record(request, EngineCoreEvent.Type.SCHEDULED);
  }

  /** From the running ones back to the queue, without its blocks. */
  void preempt(Request request) {
    cache.free(request.sequence());
    running.remove(request);
    request.preempt();
    waiting.add(request);
    numPreemptions++;
    record(request, EngineCoreEvent.Type.PREEMPTED);
  }

  /** Out, from wherever it is. */
  void finish(Request request) {
    cache.free(request.sequence());
    waiting.remove(request);
    running.remove(request);
    byId.remove(request.id());
    request.finish();
    if (request.knownToRunner()) {
      finishedIds.add(request.id());
    }
  }

  boolean hasFinishedIds() {
    return !finishedIds.isEmpty();
  }

  /** Ids that the runner knows and that have ended since the last call. */
  List<String> takeFinishedIds() {
    List<String> taken = finishedIds;
    finishedIds = new ArrayList<>();
    return taken;
  }

  /** Returns ids of {@link #takeFinishedIds} that may not have reached the runner. */
  void tellAgain(List<String> ids) {
    finishedIds.addAll(0, ids);
  }

  private void record(Request request, EngineCoreEvent.Type type) {
    if (recordEvents) {
      request.record(new EngineCoreEvent(type, nanoClock.getAsLong()));
    }
  }

  void checkIntegrity(int maxNumSeqs) {
    check(running.size() <= maxNumSeqs, "too many running: " + running.size());
    check(byId.size() == waiting.size() + running.size(), "a request is in no queue or in two");
    for (Request request : byId.values()) {
      boolean runs = request.status() == RequestStatus.RUNNING;
      check(!request.finished(), "finished and live: " + request.id());
      check(runs == running.contains(request), "wrong running state: " + request.id());
      check(runs != waiting.contains(request), "wrong waiting state: " + request.id());
      check(runs == request.sequence().numBlocks() > 0, "wrong blocks: " + request.id());
      check(request.numComputedTokens() <= request.numTokens(), "ahead: " + request.id());
      check(
          request.numComputedTokens() <= request.sequence().numBlocks() * cache.blockSize(),
          "computed tokens without a block: " + request.id());
    }
  }

  private static void check(boolean holds, String violation) {
    if (!holds) {
      throw new IllegalStateException("scheduler is corrupt: " + violation);
    }
  }
}
