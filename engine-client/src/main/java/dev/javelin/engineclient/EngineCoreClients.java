// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineclient;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;

/** Makes clients. */
public final class EngineCoreClients {
  private EngineCoreClients() {}

  /**
   * Starts an engine core and returns the client that reaches it. Closing the client ends the core.
   *
   * @param multiprocess whether the core runs in a child process
   * @param async whether outputs are waited for by a background thread; needs {@code multiprocess}
   * @param config the engine's configuration; its model is a directory or file
   * @throws UnsupportedOperationException for the kinds that run in a child process, which are not
   *     built yet
   */
  public static EngineCoreClient makeClient(
      boolean multiprocess, boolean async, EngineConfig config) {
    if (async && !multiprocess) {
      throw new UnsupportedOperationException(
          "an asynchronous client needs its engine core in a child process: multiprocess=false, async=true");
    }
    if (multiprocess) {
      throw new UnsupportedOperationException(
          "an engine core in a child process is not built yet: multiprocess=true; use multiprocess=false");
    }
    return new InprocClient(config);
  }
}
