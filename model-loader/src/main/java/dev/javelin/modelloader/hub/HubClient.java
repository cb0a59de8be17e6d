// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the name of a model on a hub into files on this machine, downloading what the cache lacks.
 *
 * <p>Speaks the Hugging Face Hub's protocol over the JDK's HTTP client, whose proxy settings hold
 * ({@code https.proxyHost}). Immutable and thread-safe; holds no connection between calls for
 * longer than the HTTP client keeps idle ones.
 */
public final class HubClient {
  private static final Logger logger = LoggerFactory.getLogger(HubClient.class);

  private final HubEnvironment environment;
  private final HubCache cache;
  private final HubApi api;
  private final BlobDownload download;

  /**
   * @param environment where the hub and the cache are
   */
  public HubClient(HubEnvironment environment) {
    this(environment, HubTimeouts.DEFAULT, Pause.SLEEP);
  }

  HubClient(HubEnvironment environment, HubTimeouts timeouts, Pause pause) {
    this.environment = environment;
    this.cache = new HubCache(environment.cacheFolder());
    HubHttp http = new HubHttp(environment, timeouts);
    this.api = new HubApi(environment, http, pause);
    this.download = new BlobDownload(environment, cache, http, pause);
  }

  /** The cache that this client fills. */
  public HubCache cache() {
    return cache;
  }

  /**
   * Makes sure that a model's files are in the cache.
   *
   * <p>A full commit that the cache has is used without asking the hub. A branch or tag is asked
   * for each time; where the hub cannot be reached, what the cache has of it is used, with a
   * warning.
   *
   * @param reference the model
   * @param listener told of each file's progress
   * @return the snapshot folder with {@code config.json} and safetensors, or the GGUF file (the
   *     first one of a split file)
   * @throws ModelLoadException if the model is not there, is not for this user, is none that can be
   *     loaded, cannot be reached (or offline: is not in the cache), arrives damaged, or does not
   *     fit on the disk; also if the thread is interrupted, whose flag is then set
   */
  public Path fetch(HubReference reference, DownloadListener listener) {
    CachedModel cached = CachedModel.lookUp(cache, reference);
    Path path = cached.path();
    boolean fixed = HubNames.isCommit(reference.revisionOrDefault());
    if (path != null && (environment.offline() || (fixed && cached.whole()))) {
      return path;
    }
    if (environment.offline()) {
      throw new ModelLoadException(
          "not in the cache, and HF_HUB_OFFLINE forbids the network: model="
              + reference
              + ", missing="
              + cached.missing()
              + ", cache="
              + cache.folder()
              + "; download it once without HF_HUB_OFFLINE, or set HF_HUB_CACHE");
    }
    try {
      RepoListing listing;
      try {
        listing = api.list(reference, path == null ? Backoff.ATTEMPTS : 1);
      } catch (HubUnreachableException e) {
        if (path == null) {
          throw e;
        }
        logger.warn("using the cached model {}, perhaps not the newest: {}", path, e.getMessage());
        return path;
      }
      return download(reference, listing, listener);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ModelLoadException("download interrupted: model=" + reference, e);
    }
  }

  private Path download(HubReference reference, RepoListing listing, DownloadListener listener)
      throws InterruptedException {
    SortedSet<String> names = listing.names();
    ModelFiles files = ModelFiles.select(reference, names);
    Path snapshot = cache.snapshot(reference.repo(), listing.commit());
    CacheDisk.createFolder(snapshot);
    // Weights come last: where they are, everything is.
    for (String name : files.descriptions()) {
      fetchFile(reference, listing, name, listener);
    }
    List<String> weights = files.weights();
    if (files.index() != null) {
      weights = ShardIndex.shards(fetchFile(reference, listing, files.index(), listener), names);
    }
    CacheDisk.requireSpace(
        snapshot, String.join(", ", weights), missingBytes(reference, listing, weights));
    for (String name : weights) {
      fetchFile(reference, listing, name, listener);
    }
    cache.writeRef(reference.repo(), reference.revisionOrDefault(), listing.commit());
    return files.gguf() ? snapshot.resolve(weights.get(0)) : snapshot;
  }

  private Path fetchFile(
      HubReference reference, RepoListing listing, String name, DownloadListener listener)
      throws InterruptedException {
    Path path = cache.snapshot(reference.repo(), listing.commit()).resolve(name);
    long listedSize = listing.size(name);
    if (listedSize >= 0 && CacheDisk.fileBytes(path) == listedSize) {
      listener.onProgress(name, listedSize, listedSize);
      return path;
    }
    RemoteFile file = api.describe(reference, listing, name);
    Path blob = download.fetch(reference, file, listener);
    if (CacheDisk.fileBytes(path) != file.size()) {
      try {
        Files.createDirectories(path.getParent());
        SnapshotLink.create(blob, path);
      } catch (IOException e) {
        throw CacheDisk.cannotWrite(path, name, file.size(), e);
      }
    }
    return path;
  }

  /** Bytes that the weights still need, as far as the listing says sizes. */
  private long missingBytes(HubReference reference, RepoListing listing, List<String> weights) {
    Path snapshot = cache.snapshot(reference.repo(), listing.commit());
    long missing = 0;
    for (String name : weights) {
      long present = CacheDisk.fileBytes(snapshot.resolve(name));
      String hash = listing.hash(name);
      if (present < 0 && hash != null) {
        present =
            Math.max(
                CacheDisk.fileBytes(cache.blob(reference.repo(), hash)),
                CacheDisk.fileBytes(cache.incomplete(reference.repo(), hash)));
      }
      missing += Math.max(0, listing.size(name) - Math.max(0, present));
    }
    return missing;
  }
}
