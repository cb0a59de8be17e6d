// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of downloaded models that the Hugging Face libraries share:
 *
 * <pre>{@code
 * models--org--name/blobs/<etag>                       a file's bytes
 * models--org--name/blobs/<etag>.incomplete            the beginning of a file's bytes
 * models--org--name/snapshots/<commit>/config.json     -> ../../blobs/<etag>
 * models--org--name/refs/main                          a commit
 * .locks/models--org--name/<etag>.lock                 held while the blob is downloaded
 * }</pre>
 *
 * <p>Immutable; the folder need not exist.
 */
public final class HubCache {
  private static final Logger logger = LoggerFactory.getLogger(HubCache.class);
  private static final int MAX_DEPTH = 8;

  private final Path folder;

  /**
   * @param folder the folder that holds {@code models--org--name}
   */
  public HubCache(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  /**
   * Looks a model up without any network.
   *
   * @return the snapshot folder, or the GGUF file (the first one of a split file); empty where the
   *     cache lacks the revision or one of its weight files
   * @throws ModelLoadException if the cache cannot be read
   */
  public Optional<Path> find(HubReference reference) {
    return Optional.ofNullable(CachedModel.lookUp(this, reference).path());
  }

  Path folder() {
    return folder;
  }

  Path blobs(String repo) {
    return repoFolder(repo).resolve("blobs");
  }

  Path blob(String repo, String etag) {
    return blobs(repo).resolve(etag);
  }

  Path incomplete(String repo, String etag) {
    return blob(repo, etag + ".incomplete");
  }

  Path locks(String repo) {
    return folder.resolve(".locks").resolve(folderName(repo));
  }

  Path lock(String repo, String etag) {
    return locks(repo).resolve(etag + ".lock");
  }

  Path snapshot(String repo, String commit) {
    return repoFolder(repo).resolve("snapshots").resolve(commit);
  }

  /** The paths, with '/', of the snapshot's files; links to blobs that are gone do not count. */
  TreeSet<String> snapshotFiles(String repo, String commit) {
    Path snapshot = snapshot(repo, commit);
    TreeSet<String> names = new TreeSet<>();
    if (!Files.isDirectory(snapshot)) {
      return names;
    }
    try (Stream<Path> paths = Files.walk(snapshot, MAX_DEPTH)) {
      paths
          .filter(Files::isRegularFile)
          .forEach(path -> names.add(snapshot.relativize(path).toString().replace('\\', '/')));
      return names;
    } catch (IOException e) {
      throw new ModelLoadException("cannot read the cache: path=" + snapshot + ", cause=" + e, e);
    }
  }

  /** The commit that a revision named when it was last downloaded. */
  Optional<String> commit(String repo, String revision) {
    if (HubNames.isCommit(revision)) {
      return Optional.of(revision);
    }
    Path ref = ref(repo, revision);
    if (!Files.isRegularFile(ref)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(ref).strip()).filter(HubNames::isCommit);
    } catch (IOException e) {
      throw new ModelLoadException("cannot read the cache: path=" + ref + ", cause=" + e, e);
    }
  }

  /** Notes what a revision names. The model is usable without, so a failure is only logged. */
  void writeRef(String repo, String revision, String commit) {
    if (HubNames.isCommit(revision) || commit(repo, revision).equals(Optional.of(commit))) {
      return;
    }
    Path ref = ref(repo, revision);
    Path temporary = ref.resolveSibling(ref.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      Files.createDirectories(ref.getParent());
      Files.writeString(temporary, commit);
      Files.move(temporary, ref, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      logger.warn("cannot note the commit of a revision: path={}, cause={}", ref, e.toString());
    }
  }

  private Path ref(String repo, String revision) {
    return repoFolder(repo).resolve("refs").resolve(revision);
  }

  private Path repoFolder(String repo) {
    return folder.resolve(folderName(repo));
  }

  private static String folderName(String repo) {
    return "models--" + repo.replace("/", "--");
  }
}
