// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Gives a blob its name in a snapshot. */
final class SnapshotLink {
  private SnapshotLink() {}

  /**
   * Makes a relative symbolic link, or a hard link where those are not allowed, or a copy where
   * there are no links at all. The name appears at once, and replaces what was there.
   *
   * @param blob the content
   * @param name the name in the snapshot, whose folder exists
   */
  static void create(Path blob, Path name) throws IOException {
    Path temporary = name.resolveSibling(name.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      if (!trySymbolicLink(blob, temporary) && !tryHardLink(blob, temporary)) {
        Files.copy(blob, temporary);
      }
      Files.move(
          temporary, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static boolean trySymbolicLink(Path blob, Path link) {
    Path folder = link.getParent();
    try {
      Files.createSymbolicLink(link, folder == null ? blob : folder.relativize(blob));
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static boolean tryHardLink(Path blob, Path link) {
    try {
      Files.createLink(link, blob);
      return true;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
