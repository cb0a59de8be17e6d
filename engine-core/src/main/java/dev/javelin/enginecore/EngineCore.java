// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import dev.javelin.compute.Backend;
import dev.javelin.compute.KVCache;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient.CoreInfo;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.enginecore.CacheSizing.Sizing;
import dev.javelin.enginecore.models.Architectures;
import dev.javelin.enginecore.models.Decoder;
import dev.javelin.enginecore.models.ModelDefinition;
import dev.javelin.enginecore.runner.ModelRunner;
import dev.javelin.kvcache.KVCacheManager;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.scheduler.ModelRunnerOutput;
import dev.javelin.scheduler.Scheduler;
import dev.javelin.scheduler.SchedulerOutput;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inner loop of the engine: takes requests, and with every {@link #step} schedules, computes
 * and samples once.
 *
 * <p>Owned by one thread. A request that fails, fails alone; a step that fails ends the requests
 * that were in it with an error, and the core goes on.
 */
public final class EngineCore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineCore.class);

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final Scheduler scheduler;
  private final ModelRunner runner;
  private final CoreInfo info;
  private final VocabularyBounds bounds;
  private boolean closed;
  private @Nullable Error deathCause;

  /**
   * Loads the model and allocates the KV cache.
   *
   * @param config its model is a directory or file, not a hub name
   * @throws dev.javelin.engineapi.ModelLoadException if the model's files are damaged or not
   *     supported
   * @throws ValidationException if the configuration does not fit the model
   */
  public EngineCore(EngineConfig config) {
    try {
      long start = System.nanoTime();
      Checkpoint checkpoint = own(Checkpoint.open(Path.of(config.model().model())));
      int modelMaxLen = checkpoint.assets().maxModelLen();
      ModelDefinition model =
          Architectures.define(
              checkpoint, Objects.requireNonNullElse(config.model().maxModelLen(), modelMaxLen));
      Sizing sizing = CacheSizing.size(config, model.spec(), modelMaxLen);
      Backend backend = own(Backends.open(config.device(), config.model().dtype()));
      Decoder decoder =
          own(new Decoder(model.spec(), model.weights(), backend, sizing.maxModelLen()));
      KVCache cache = own(backend.kvCache(sizing.shape()));
      runner = new ModelRunner(backend, decoder, cache, config.model().seed());
      scheduler = scheduler(config, sizing, model.spec().commonWindow());
      info =
          new CoreInfo(
              sizing.maxModelLen(),
              model.spec().vocabSize(),
              sizing.shape().blocks(),
              sizing.shape().blockSize());
      bounds = new VocabularyBounds(info.vocabSize());
      LOG.info(
          "engine core ready in {} ms: {} from {}",
          (System.nanoTime() - start) / 1_000_000,
          checkpoint.architecture(),
          config.model().model());
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private static Scheduler scheduler(EngineConfig config, Sizing sizing, int window) {
    KVCacheManager blocks =
        new KVCacheManager(
            sizing.shape().blocks(),
            sizing.shape().blockSize(),
            config.cache().enablePrefixCaching(),
            window);
    return new Scheduler(
        config.scheduler(), sizing.maxModelLen(), blocks, config.logStats(), System::nanoTime);
  }

  private <T extends AutoCloseable> T own(T resource) {
    owned.push(resource);
    return resource;
  }

  /** What was settled at start. */
  public CoreInfo info() {
    return info;
  }

  /**
   * Queues a request.
   *
   * @throws ValidationException if it can never run or its id is in use
   */
  public void addRequest(EngineCoreRequest request) {
    checkOpen();
    bounds.check(request);
    scheduler.addRequest(request);
  }

  /**
   * Ends requests; unknown ids are ignored. Their outputs are dropped, the caller has forgotten
   * them.
   */
  public void abortRequests(List<String> requestIds) {
    if (deathCause != null) {
      return;
    }
    checkOpen();
    scheduler.finishRequests(requestIds, FinishReason.ABORT);
  }

  /** Whether requests are waiting or running. */
  public boolean hasUnfinishedRequests() {
    return scheduler.hasUnfinishedRequests();
  }

  /**
   * Computes one step. With nothing to do the outputs are empty.
   *
   * @throws EngineDeadException if the step met an {@link Error}, such as exhausted memory, after
   *     which nothing can be trusted
   */
  public EngineCoreOutputs step() {
    checkOpen();
    if (!scheduler.hasRequests()) {
      return new EngineCoreOutputs(List.of(), null, System.nanoTime());
    }
    SchedulerOutput step = scheduler.schedule();
    ModelRunnerOutput result;
    try {
      result = runner.execute(step);
    } catch (RuntimeException e) {
      LOG.error(
          "a step failed: {} requests, {} tokens", step.scheduled().size(), step.totalTokens(), e);
      return scheduler.failStep(step, e);
    } catch (Error e) {
      deathCause = e;
      throw new EngineDeadException("the engine core died in a step: " + e, e);
    }
    return scheduler.updateFromOutput(step, result);
  }

  /**
   * Forgets every cached prefix.
   *
   * @param resetRunningRequests whether running requests are preempted first so that it can succeed
   * @return false if blocks are in use and nothing was reset
   */
  public boolean resetPrefixCache(boolean resetRunningRequests) {
    checkOpen();
    return scheduler.resetPrefixCache(resetRunningRequests);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the engine core is closed");
    }
    if (deathCause != null) {
      throw new EngineDeadException(
          "the engine core died in an earlier step: " + deathCause, deathCause);
    }
  }

  /** Frees everything, in the reverse order of its making. */
  @Override
  public void close() {
    closed = true;
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        LOG.warn("closing the engine core: a resource failed to close", e);
      }
    }
  }
}
