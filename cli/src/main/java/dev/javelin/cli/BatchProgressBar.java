// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.batch.BatchRunner;
import dev.javelin.batch.BatchSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows in a terminal how far a batch is, and nothing elsewhere. */
final class BatchProgressBar implements Consumer<BatchSummary>, AutoCloseable {
  private final long requests;
  private final boolean shown;
  private @Nullable ProgressBar bar;

  private BatchProgressBar(long requests, boolean shown) {
    this.requests = requests;
    this.shown = shown;
  }

  /**
   * A bar for a batch file.
   *
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  static BatchProgressBar of(Path input) {
    // A pipe can be read only once, so that its lines cannot be counted before.
    boolean pipe = Files.exists(input) && !Files.isRegularFile(input);
    return new BatchProgressBar(
        pipe ? -1 : BatchRunner.countRequests(input), StandardStreams.errorIsTerminal());
  }

  @Override
  public void accept(BatchSummary summary) {
    if (shown && bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("run-batch")
              .setInitialMax(requests)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
    }
    if (bar != null) {
      bar.stepTo(summary.total());
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
