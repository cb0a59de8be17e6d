// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets blobs into the cache: downloaded by one process at a time, resumed, verified on disk, and
 * only then named.
 */
final class BlobDownload {
  private static final Logger logger = LoggerFactory.getLogger(BlobDownload.class);

  private final HubEnvironment environment;
  private final HubCache cache;
  private final HubHttp http;
  private final Pause pause;

  BlobDownload(HubEnvironment environment, HubCache cache, HubHttp http, Pause pause) {
    this.environment = environment;
    this.cache = cache;
    this.http = http;
    this.pause = pause;
  }

  /**
   * @return the file's blob, whole
   * @throws HubUnreachableException if the hub stopped answering; what came stays for the next time
   * @throws ModelLoadException if what came is wrong, which is then deleted, or the disk refuses
   */
  Path fetch(HubReference reference, RemoteFile file, DownloadListener listener)
      throws InterruptedException {
    Path blob = cache.blob(file.repo(), file.etag());
    if (!isWhole(blob, file)) {
      Path lock = cache.lock(file.repo(), file.etag());
      CacheDisk.createFolder(cache.blobs(file.repo()));
      CacheDisk.createFolder(cache.locks(file.repo()));
      BlobLock.holding(
          lock,
          pause,
          () -> {
            if (!isWhole(blob, file)) {
              download(reference, file, blob, listener);
            }
          });
    }
    listener.onProgress(file.name(), file.size(), file.size());
    return blob;
  }

  private void download(
      HubReference reference, RemoteFile file, Path blob, DownloadListener listener)
      throws InterruptedException {
    Path incomplete = cache.incomplete(file.repo(), file.etag());
    try {
      long present = presentBytes(incomplete, file);
      CacheDisk.requireSpace(cache.blobs(file.repo()), file.name(), file.size() - present);
      transfer(reference, file, incomplete, listener);
      String wrong = wrongHash(incomplete, file);
      if (wrong != null && present > 0) {
        logger.warn("the resumed download is damaged and starts again: file={}", file.name());
        transfer(reference, file, incomplete, listener);
        wrong = wrongHash(incomplete, file);
      }
      if (wrong != null) {
        throw new ModelLoadException(
            "the download is damaged: repo="
                + file.repo()
                + ", file="
                + file.name()
                + ", hash="
                + wrong
                + ", expected "
                + file.hash()
                + "; nothing was kept, try again");
      }
      publish(incomplete, blob, file);
    } catch (IOException e) {
      throw CacheDisk.cannotWrite(incomplete, file.name(), file.size(), e);
    }
  }

  private void transfer(
      HubReference reference, RemoteFile file, Path incomplete, DownloadListener listener)
      throws InterruptedException {
    String work = file.repo() + "/" + file.name() + " at " + environment.endpoint();
    new BlobTransfer(http, environment, reference, file, incomplete, listener)
        .run(new Backoff(work, Backoff.ATTEMPTS, pause));
  }

  /** Bytes that an earlier download left; too many of them are deleted. */
  private static long presentBytes(Path incomplete, RemoteFile file) throws IOException {
    long bytes = CacheDisk.fileBytes(incomplete);
    if (bytes > file.size()) {
      Files.delete(incomplete);
      return 0;
    }
    return Math.max(0, bytes);
  }

  /** The hash found where it is not the one expected; the file is then deleted. Null if right. */
  private static @Nullable String wrongHash(Path incomplete, RemoteFile file) throws IOException {
    String expected = file.hash();
    if (expected == null) {
      return null;
    }
    String found = BlobHash.of(incomplete, expected);
    if (found.equals(expected)) {
      return null;
    }
    Files.deleteIfExists(incomplete);
    return found;
  }

  private static void publish(Path incomplete, Path blob, RemoteFile file) throws IOException {
    try {
      Files.move(
          incomplete, blob, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException e) {
      // Where locks do not work, another process may have named the same bytes first.
      if (!isWhole(blob, file)) {
        throw e;
      }
    }
  }

  private static boolean isWhole(Path blob, RemoteFile file) {
    return CacheDisk.fileBytes(blob) == file.size();
  }
}
