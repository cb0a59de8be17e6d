// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The disk below the cache: its free space, and what to say where it refuses a write. */
final class CacheDisk {
  private CacheDisk() {}

  /**
   * @param folder an existing folder of the cache
   * @param file what is to be written, for the message
   * @param neededBytes bytes still to come
   * @throws ModelLoadException if the disk has less than that
   */
  static void requireSpace(Path folder, String file, long neededBytes) {
    long free = freeBytes(folder);
    // Some network file systems know no free space and say 0 or less.
    if (free > 0 && free < neededBytes) {
      throw new ModelLoadException(
          "not enough disk space: file="
              + file
              + ", neededBytes="
              + neededBytes
              + ", freeBytes="
              + free
              + ", folder="
              + folder
              + "; free some, or set HF_HUB_CACHE to a larger disk");
    }
  }

  /** The size of a file, or -1 where there is none. */
  static long fileBytes(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  static void createFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ModelLoadException(
          "cannot create a folder of the cache: path="
              + folder
              + ", cause="
              + e
              + "; make it writable, or set HF_HUB_CACHE",
          e);
    }
  }

  /**
   * @param path what could not be written
   * @param file the file's path in the repository
   * @param neededBytes bytes that were still to come
   */
  static ModelLoadException cannotWrite(
      Path path, String file, long neededBytes, IOException cause) {
    Path folder = path.getParent();
    return new ModelLoadException(
        "cannot write to the cache: file="
            + file
            + ", neededBytes="
            + neededBytes
            + ", freeBytes="
            + (folder == null ? -1 : freeBytes(folder))
            + ", path="
            + path
            + ", cause="
            + cause
            + "; free some space, make it writable, or set HF_HUB_CACHE",
        cause);
  }

  private static long freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return -1;
    }
  }
}
