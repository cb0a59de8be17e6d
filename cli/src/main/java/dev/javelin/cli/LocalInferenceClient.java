// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.batch.InferenceClient;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.llmengine.LLMEngine;
import dev.javelin.openaiprotocol.BatchLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers OpenAI requests with an engine in this JVM. One thread owns the engine: it takes requests
 * from a queue, steps, and completes their futures.
 */
final class LocalInferenceClient implements InferenceClient {
  private final LLMEngine engine;
  private final LocalRequests requests;
  private final BlockingQueue<Optional<Submission>> queue = new LinkedBlockingQueue<>();
  private final Map<String, Slot> slots = new HashMap<>();
  private final Thread thread;
  private long requestCounter;
  private volatile boolean closed;

  /**
   * @param engine answers the requests; not owned, but used by no one else until this client is
   *     closed
   * @param requests turns requests into what the engine takes
   */
  LocalInferenceClient(LLMEngine engine, LocalRequests requests) {
    this.engine = engine;
    this.requests = requests;
    this.thread = new Thread(this::run, "javelin-local-inference");
    thread.setDaemon(true);
    thread.start();
  }

  private record Submission(BatchLine line, CompletableFuture<Object> response) {}

  /** A prompt's place in the request that it belongs to. */
  private record Slot(PendingResponse pending, int index) {}

  @Override
  public CompletableFuture<Object> send(BatchLine request) {
    Submission submission = new Submission(request, new CompletableFuture<>());
    queue.add(Optional.of(submission));
    if (closed) {
      failQueued(new EngineDeadException("the client is closed", null));
    }
    return submission.response;
  }

  private void run() {
    Throwable end = new EngineDeadException("the client is closed", null);
    try {
      while (takeQueued()) {
        if (engine.hasUnfinishedRequests()) {
          engine.step().forEach(this::receive);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      end = e;
    }
    closed = true;
    for (Slot slot : slots.values()) {
      slot.pending.fail(end);
    }
    failQueued(end);
  }

  /** Starts what is queued, waiting only if there is nothing else to do; false at the end. */
  private boolean takeQueued() throws InterruptedException {
    Optional<Submission> next = engine.hasUnfinishedRequests() ? queue.poll() : queue.take();
    for (; next != null; next = queue.poll()) {
      if (next.isEmpty()) {
        return false;
      }
      start(next.get());
    }
    return true;
  }

  private void start(Submission submission) {
    List<String> added = new ArrayList<>();
    try {
      LocalRequests.Prepared prepared = requests.prepare(submission.line);
      PendingResponse pending = new PendingResponse(prepared, submission.response);
      for (int i = 0; i < prepared.prompts().size(); i++) {
        String id = Long.toString(requestCounter++);
        engine.addRequest(id, prepared.prompts().get(i), prepared.params(), prepared.options());
        added.add(id);
        slots.put(id, new Slot(pending, i));
      }
    } catch (RuntimeException | Error e) {
      // Errors too: whatever happens, the future must complete.
      engine.abortRequest(added);
      added.forEach(slots::remove);
      submission.response.completeExceptionally(e);
    }
  }

  private void receive(RequestOutput output) {
    if (output.finished()) {
      Slot slot = slots.remove(output.requestId());
      if (slot != null) {
        slot.pending.receive(slot.index, output);
      }
    }
  }

  private void failQueued(Throwable cause) {
    for (Optional<Submission> next = queue.poll(); next != null; next = queue.poll()) {
      next.ifPresent(submission -> submission.response.completeExceptionally(cause));
    }
  }

  @Override
  public void close() {
    queue.add(Optional.empty());
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
