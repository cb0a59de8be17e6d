// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.modelloader.hub.DownloadListener;
import dev.javelin.modelloader.hub.HubClient;
import dev.javelin.modelloader.hub.HubEnvironment;
import dev.javelin.modelloader.hub.HubReference;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Turns the name of a model into files on disk. */
public final class ModelSource {
  private ModelSource() {}

  /**
   * A directory or GGUF file: the name itself if it exists, else what the hub's cache holds or the
   * hub serves.
   *
   * @param model a path or {@code org/name[@revision]}
   * @param listener told about downloads
   * @throws dev.javelin.engineapi.ModelLoadException if there is no such model
   */
  public static Path resolve(String model, DownloadListener listener) {
    try {
      Path path = Path.of(model);
      if (Files.exists(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      // A hub name may hold characters that a path may not.
    }
    return new HubClient(HubEnvironment.ofProcess()).fetch(HubReference.parse(model), listener);
  }
}
