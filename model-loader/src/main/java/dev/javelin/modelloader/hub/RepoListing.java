// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of a repository at one commit.
 *
 * @param commit 40 hexadecimal digits
 * @param files by path; every path is safe below a folder
 */
record RepoListing(String commit, SortedMap<String, Entry> files) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * What the listing says of a file.
   *
   * @param size bytes, or -1 where it does not say
   * @param hash SHA-256 of the content, or its git blob id; null where it does not say
   */
  record Entry(long size, @Nullable String hash) {}

  RepoListing {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(files.keySet()));
  }

  /** The size that the listing says for a file, or -1. */
  long size(String name) {
    Entry entry = files.get(name);
    return entry == null ? -1 : entry.size();
  }

  /** The hash that the listing says for a file, or null. */
  @Nullable String hash(String name) {
    Entry entry = files.get(name);
    return entry == null ? null : entry.hash();
  }

  /**
   * Reads the answer of {@code /api/models/{repo}/revision/{revision}}.
   *
   * @param source the repository, for messages
   * @throws ModelLoadException if it is no such answer, or names a file outside the repository
   */
  static RepoListing parse(String source, byte[] json) {
    JsonNode root;
    try {
      root = JSON.readTree(json);
    } catch (JacksonException e) {
      throw notAListing(source, e.getOriginalMessage(), e);
    }
    String commit = root.path("sha").asString("");
    if (!HubNames.isCommit(commit)) {
      throw notAListing(source, "sha=" + HubNames.shown(commit), null);
    }
    if (!root.path("siblings").isArray()) {
      throw notAListing(source, "no siblings", null);
    }
    TreeMap<String, Entry> files = new TreeMap<>();
    for (JsonNode file : root.path("siblings")) {
      String name = file.path("rfilename").asString("");
      files.put(HubNames.requireFileName(source, name), entry(file));
    }
    return new RepoListing(commit, files);
  }

  private static Entry entry(JsonNode file) {
    JsonNode lfs = file.path("lfs");
    String hash =
        lfs.isObject() ? lfs.path("sha256").asString("") : file.path("blobId").asString("");
    JsonNode size = file.path("size").isIntegralNumber() ? file.path("size") : lfs.path("size");
    return new Entry(
        size.canConvertToLong() ? Math.max(-1, size.longValue()) : -1,
        BlobHash.isHash(hash) ? hash : null);
  }

  private static ModelLoadException notAListing(
      String source, String found, @Nullable Throwable cause) {
    return new ModelLoadException(
        source
            + ": the hub's answer is not a list of files: "
            + found
            + ", expected JSON with sha and siblings; check HF_ENDPOINT and the proxy",
        cause);
  }
}
