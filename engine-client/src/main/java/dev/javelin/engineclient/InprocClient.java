// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineclient;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.enginecore.EngineCore;
import java.util.List;

/** A core in this process, stepped by whoever asks for outputs. For one thread at a time. */
final class InprocClient implements EngineCoreClient {
  private final EngineCore core;

  InprocClient(EngineConfig config) {
    core = new EngineCore(config);
  }

  @Override
  public void addRequest(EngineCoreRequest request) {
    core.addRequest(request);
  }

  @Override
  public void abortRequests(List<String> requestIds) {
    if (!requestIds.isEmpty()) {
      core.abortRequests(requestIds);
    }
  }

  @Override
  public EngineCoreOutputs getOutput() {
    return core.step();
  }

  @Override
  public boolean resetPrefixCache(boolean resetRunningRequests) {
    return core.resetPrefixCache(resetRunningRequests);
  }

  @Override
  public CoreInfo info() {
    return core.info();
  }

  @Override
  public void close() {
    core.close();
  }
}
