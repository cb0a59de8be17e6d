// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.UnsupportedModelException;
import java.nio.file.Path;

/** Finds out what kind of checkpoint a path is. */
final class Checkpoints {
  private Checkpoints() {}

  static Checkpoint open(Path directoryOrFile, LoadLimits limits) {
    throw new UnsupportedModelException("not built yet: " + directoryOrFile + limits);
  }
}
