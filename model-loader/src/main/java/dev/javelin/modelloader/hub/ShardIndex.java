// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the names of the weight files from a {@code model.safetensors.index.json}. */
final class ShardIndex {
  private static final long MAX_BYTES = 64L << 20;
  private static final JsonMapper JSON = new JsonMapper();

  private ShardIndex() {}

  /**
   * @param index the index file
   * @param names the paths of all files beside it
   * @return the weight files, sorted
   * @throws ModelLoadException if the file is no index, or names a file that is not there
   */
  static List<String> shards(Path index, Set<String> names) {
    TreeSet<String> shards = new TreeSet<>();
    for (JsonNode shard : read(index).path("weight_map")) {
      if (!shard.isString()) {
        throw notAnIndex(index, "a weight's file is " + shard.getNodeType(), null);
      }
      shards.add(HubNames.requireFileName(index.toString(), shard.stringValue()));
    }
    if (shards.isEmpty()) {
      throw notAnIndex(index, "weight_map is missing or empty", null);
    }
    for (String shard : shards) {
      if (!names.contains(shard)) {
        throw new ModelLoadException(
            index + ": a weight file is missing: file=" + shard + ", expected beside the index");
      }
    }
    return List.copyOf(shards);
  }

  private static JsonNode read(Path index) {
    try {
      long bytes = Files.size(index);
      if (bytes > MAX_BYTES) {
        throw notAnIndex(index, "bytes=" + bytes + ", at most " + MAX_BYTES, null);
      }
      return JSON.readTree(Files.readAllBytes(index));
    } catch (IOException | JacksonException e) {
      throw notAnIndex(index, e.toString(), e);
    }
  }

  private static ModelLoadException notAnIndex(
      Path index, String found, @Nullable Throwable cause) {
    return new ModelLoadException(
        index
            + ": not an index of safetensors files: "
            + found
            + ", expected JSON with weight_map from tensor to file name",
        cause);
  }
}
