// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

/**
 * Told how the download of each file goes on. Called on the thread that fetches; must return soon.
 */
@FunctionalInterface
public interface DownloadListener {
  /** A listener that ignores everything. */
  DownloadListener NONE = (file, doneBytes, totalBytes) -> {};

  /**
   * Called when a file begins, about every mebibyte, and when the file is whole and verified. A
   * file that the cache has already is reported once, as done.
   *
   * @param file the file's path in the repository
   * @param doneBytes bytes on disk, counting those of an earlier download that is resumed; goes
   *     back where a server cannot resume
   * @param totalBytes the file's size
   */
  void onProgress(String file, long doneBytes, long totalBytes);
}
