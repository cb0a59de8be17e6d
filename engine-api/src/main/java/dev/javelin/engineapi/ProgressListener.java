// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Told how a long piece of work goes on. Called on the thread that does the work; must return soon.
 */
@FunctionalInterface
public interface ProgressListener {
  /** A listener that ignores everything. */
  ProgressListener NONE = (done, total, inputTokensPerSecond, outputTokensPerSecond) -> {};

  /**
   * @param done completions that have ended
   * @param total completions asked for
   * @param inputTokensPerSecond estimated prompt tokens processed a second
   * @param outputTokensPerSecond estimated tokens generated a second
   */
  void onProgress(int done, int total, double inputTokensPerSecond, double outputTokensPerSecond);
}
