// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.modelloader.hub.DownloadListener;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows downloads: a bar in a terminal, a line a file elsewhere. */
final class DownloadProgress implements DownloadListener, AutoCloseable {
  private final PrintWriter err;
  private final boolean terminal = StandardStreams.errorIsTerminal();
  private final Set<String> announced = new HashSet<>();
  private @Nullable ProgressBar bar;
  private @Nullable String barFile;

  DownloadProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void onProgress(String file, long doneBytes, long totalBytes) {
    if (doneBytes == totalBytes && !announced.contains(file)) {
      return; // in the cache already
    }
    if (!terminal) {
      if (announced.add(file)) {
        err.printf("downloading %s (%d MB)%n", file, totalBytes / 1_000_000);
        err.flush();
      }
      return;
    }
    announced.add(file);
    if (bar == null || !file.equals(barFile)) {
      close();
      barFile = file;
      bar =
          new ProgressBarBuilder()
              .setTaskName(file)
              .setInitialMax(totalBytes)
              .setUnit("MB", 1_000_000)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
    }
    bar.stepTo(doneBytes);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
