// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.llmengine.LLMEngine;
import java.io.PrintWriter;

/** Loads engines for commands, showing downloads on standard error. */
final class EngineLauncher {
  private EngineLauncher() {}

  static LLMEngine load(EngineConfig config, PrintWriter err) {
    try (DownloadProgress progress = new DownloadProgress(err)) {
      return LLMEngine.load(config, progress);
    }
  }
}
