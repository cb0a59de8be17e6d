// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.RequestOutput;

/** Counts what a batch has done and tells a listener. */
final class BatchProgress {
  private final ProgressListener listener;
  private final int total;
  private final long startNanos = System.nanoTime();
  private int done;
  private long inputTokens;
  private long outputTokens;

  /**
   * @param total completions that will end
   */
  BatchProgress(ProgressListener listener, int total) {
    this.listener = listener;
    this.total = total;
  }

  void finished(RequestOutput output) {
    done += output.outputs().size();
    inputTokens += (long) output.promptTokenIds().size() * output.outputs().size();
    for (CompletionOutput completion : output.outputs()) {
      outputTokens += completion.tokenIds().size();
    }
    double seconds = Math.max(1e-9, (System.nanoTime() - startNanos) / 1e9);
    listener.onProgress(done, total, inputTokens / seconds, outputTokens / seconds);
  }
}
