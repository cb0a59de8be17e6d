// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Hands the outputs of one request from the thread that makes them to the one that reads them. It
 * holds at most one output: those that come before the reader does are merged, so a slow reader
 * neither blocks the engine nor lets memory grow without bound. Thread-safe.
 */
public final class OutputCollector {
  private final RequestOutputKind kind;
  private final Runnable onAvailable;
  private @Nullable RequestOutput pending;
  private @Nullable EngineException failure;

  /** A collector for a reader that blocks. */
  public OutputCollector(RequestOutputKind kind) {
    this(kind, () -> {});
  }

  /**
   * @param kind what the outputs hold, which decides how they are merged
   * @param onAvailable called when there is something to read where nothing was, on the thread that
   *     brings it and outside this collector's lock; must return soon and may call {@link #poll}
   */
  public OutputCollector(RequestOutputKind kind, Runnable onAvailable) {
    this.kind = kind;
    this.onAvailable = onAvailable;
  }

  /** Adds an output; ignored after a failure. */
  public void put(RequestOutput output) {
    boolean wasEmpty;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      wasEmpty = pending == null;
      pending = pending == null ? output : OutputMerger.merge(pending, output, kind);
      notifyAll();
    }
    if (wasEmpty) {
      onAvailable.run();
    }
  }

  /** Makes every read from now on fail; replaces what is pending. Only the first failure counts. */
  public void fail(EngineException cause) {
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = cause;
      pending = null;
      notifyAll();
    }
    onAvailable.run();
  }

  /**
   * The pending output, if there is one.
   *
   * @throws EngineException if the request has failed
   */
  public synchronized Optional<RequestOutput> poll() {
    if (failure != null) {
      throw failure;
    }
    Optional<RequestOutput> output = Optional.ofNullable(pending);
    pending = null;
    return output;
  }

  /**
   * The next output; waits for it.
   *
   * @throws EngineException if the request has failed
   */
  public synchronized RequestOutput take() throws InterruptedException {
    while (pending == null && failure == null) {
      wait();
    }
    return poll().orElseThrow();
  }
}
