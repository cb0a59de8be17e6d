// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;

/**
 * How the shell reaches an engine core, wherever it runs. The shell never asks which kind it has.
 *
 * <p>Implementations say how many threads may call them; the in-process client is for one thread at
 * a time.
 */
public interface EngineCoreClient extends AutoCloseable {
  /**
   * Hands a request to the core.
   *
   * @throws ValidationException if the core refuses it; nothing stays behind then
   * @throws EngineDeadException if the core has died
   */
  void addRequest(EngineCoreRequest request);

  /** Ends requests by internal id; unknown ids are ignored. A dead core is ignored too. */
  void abortRequests(List<String> requestIds);

  /**
   * The outputs of the next step. In process this runs the step; otherwise it waits for one.
   *
   * @throws EngineDeadException if the core has died
   */
  EngineCoreOutputs getOutput();

  /**
   * Forgets every cached prefix.
   *
   * @param resetRunningRequests whether running requests are preempted first so that it can succeed
   * @return false if blocks are in use and nothing was reset
   */
  boolean resetPrefixCache(boolean resetRunningRequests);

  /** What the core settled on when it started. */
  CoreInfo info();

  @Override
  void close();

  /**
   * @param maxModelLen longest sequence the core accepts, in tokens
   * @param vocabSize number of logits, the bound of every token id
   * @param numCacheBlocks blocks of the KV cache, the null block included
   * @param blockSize tokens a block
   */
  record CoreInfo(int maxModelLen, int vocabSize, int numCacheBlocks, int blockSize) {}
}
