// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one downloader of a blob work while the others wait, so that its bytes travel once.
 *
 * <p>The lock only saves work. Some file systems ignore it, and Python's libraries lock by another
 * system call; so what is written under it must be right without it.
 */
final class BlobLock {
  private static final Logger logger = LoggerFactory.getLogger(BlobLock.class);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int POLLS_PER_MESSAGE = 200;

  private BlobLock() {}

  /** What is done under the lock. */
  interface Work {
    void run() throws InterruptedException;
  }

  /**
   * @param path the lock file, in an existing folder; it stays there
   * @throws ModelLoadException if the lock file cannot be made
   */
  static void holding(Path path, Pause pause, Work work) throws InterruptedException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (int polls = 1; !tryLock(channel, path); polls++) {
        if (polls % POLLS_PER_MESSAGE == 0) {
          logger.info("waiting for another download of the same file: lock={}", path);
        }
        pause.pause(POLL);
      }
      work.run();
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      throw CacheDisk.cannotWrite(path, String.valueOf(path.getFileName()), 0, e);
    }
  }

  /** Whether to go on: the lock is held until the channel closes, or cannot be had at all. */
  private static boolean tryLock(FileChannel channel, Path path) {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    } catch (IOException e) {
      logger.warn("the file system has no locks: lock={}, cause={}", path, e.toString());
      return true;
    }
  }
}
