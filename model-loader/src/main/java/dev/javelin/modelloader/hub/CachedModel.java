// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the cache has of a model.
 *
 * @param path the snapshot folder or GGUF file, or null where something is missing
 * @param whole whether all that a model may need is there, so that asking the hub brings nothing
 *     new for a fixed commit
 * @param missing what is missing, empty where nothing is
 */
record CachedModel(@Nullable Path path, boolean whole, String missing) {

  static CachedModel lookUp(HubCache cache, HubReference reference) {
    String repo = reference.repo();
    Optional<String> commit = cache.commit(repo, reference.revisionOrDefault());
    if (commit.isEmpty()) {
      return missing("revision " + reference.revisionOrDefault() + " of " + repo);
    }
    Path snapshot = cache.snapshot(repo, commit.get());
    TreeSet<String> names = cache.snapshotFiles(repo, commit.get());
    if (names.isEmpty()) {
      return missing("snapshot " + commit.get() + " of " + repo);
    }
    try {
      ModelFiles files = ModelFiles.select(reference, names);
      if (files.gguf()) {
        // Without a name, the repository may hold other weights than the ones that are cached.
        return new CachedModel(
            snapshot.resolve(files.weights().get(0)), reference.file() != null, "");
      }
      if (files.index() != null) {
        ShardIndex.shards(snapshot.resolve(files.index()), names);
      }
      return new CachedModel(snapshot, names.contains(ModelFiles.TOKENIZER), "");
    } catch (ModelLoadException e) {
      return missing(e.getMessage());
    }
  }

  private static CachedModel missing(@Nullable String what) {
    return new CachedModel(null, false, String.valueOf(what));
  }
}
