// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import org.jspecify.annotations.Nullable;

/**
 * The name of a model on a hub.
 *
 * @param repo the repository, {@code org/name}
 * @param revision a branch, a tag or a commit; null means {@code main}
 * @param file which GGUF file of the repository is meant: its path there, or the quantisation in
 *     its name such as {@code Q4_K_M}; null lets the repository decide
 */
public record HubReference(String repo, @Nullable String revision, @Nullable String file) {
  /** The revision that a reference without one means. */
  public static final String DEFAULT_REVISION = "main";

  /**
   * @throws ModelLoadException if a part could not be a name on a hub
   */
  public HubReference {
    HubNames.requireRepo(repo);
    if (revision != null) {
      HubNames.requireRevision(revision);
    }
    if (file != null) {
      HubNames.requireFileName("hub reference " + repo, file);
    }
  }

  /**
   * Reads {@code org/name[@revision][:file-or-quantisation]}.
   *
   * @throws ModelLoadException if the text is not of that form
   */
  public static HubReference parse(String text) {
    int colon = text.indexOf(':');
    String file = colon < 0 ? null : text.substring(colon + 1);
    String head = colon < 0 ? text : text.substring(0, colon);
    int at = head.indexOf('@');
    String revision = at < 0 ? null : head.substring(at + 1);
    return new HubReference(at < 0 ? head : head.substring(0, at), revision, file);
  }

  /** The revision asked for, {@link #DEFAULT_REVISION} where none was named. */
  public String revisionOrDefault() {
    return revision == null ? DEFAULT_REVISION : revision;
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return repo + (revision == null ? "" : "@" + revision) + (file == null ? "" : ":" + file);
  }
}
