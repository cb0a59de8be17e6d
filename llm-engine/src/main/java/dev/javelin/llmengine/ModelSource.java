// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.hub.DownloadListener;
import dev.javelin.modelloader.hub.HubClient;
import dev.javelin.modelloader.hub.HubEnvironment;
import dev.javelin.modelloader.hub.HubReference;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Turns the name of a model into files on disk. */
public final class ModelSource {
  /** One slash, and neither the look of a path nor that of a file. */
  private static final Pattern HUB_NAME =
      Pattern.compile("[^./~\\\\][^/]*/[^/]+(?<!\\.gguf|\\.safetensors)(@.+)?(:.+)?");

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
    if (!HUB_NAME.matcher(model).matches()) {
      throw new ModelLoadException(
          "no such file or directory, and not a hub name org/name[@revision]: model=" + model);
    }
    return new HubClient(HubEnvironment.ofProcess()).fetch(HubReference.parse(model), listener);
  }
}
