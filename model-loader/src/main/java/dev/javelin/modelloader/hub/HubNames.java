// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.util.regex.Pattern;

/**
 * Which texts may become part of a path in the cache. Every name that a user or a server gives
 * passes through here before a path is made from it.
 */
final class HubNames {
  private static final int MAX_REPO_CHARS = 96;
  private static final int MAX_PATH_CHARS = 1024;
  private static final int MAX_SEGMENT_CHARS = 255;

  private static final String REPO_PART = "[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?";
  private static final Pattern REPO = Pattern.compile(REPO_PART + "/" + REPO_PART);
  private static final Pattern REVISION = Pattern.compile("[^\\s\\p{Cntrl}\\\\:*?\"<>|~^\\[]+");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
  private static final Pattern ETAG = Pattern.compile("[0-9A-Za-z][0-9A-Za-z_-]{0,127}");
  private static final Pattern UNSAFE_FILE_NAME = Pattern.compile("[\\\\\\p{Cntrl}]|^[A-Za-z]:");

  private HubNames() {}

  static void requireRepo(String repo) {
    // "--" separates organisation and name in the cache's folder names.
    if (repo.length() > MAX_REPO_CHARS
        || !REPO.matcher(repo).matches()
        || repo.contains("--")
        || repo.contains("..")
        || repo.endsWith(".git")) {
      throw new ModelLoadException(
          "not a hub repository: repo="
              + shown(repo)
              + ", expected org/name of letters, digits, '-', '_' and '.', without '--' or '..';"
              + " write org/name[@revision][:gguf-file]");
    }
  }

  static void requireRevision(String revision) {
    if (!REVISION.matcher(revision).matches() || !isRelativePath(revision)) {
      throw new ModelLoadException(
          "not a revision: revision=" + shown(revision) + ", expected a branch, a tag or a commit");
    }
  }

  /**
   * @param source what named the file, for the message
   * @return the name, which is safe to resolve below a folder
   */
  static String requireFileName(String source, String name) {
    if (UNSAFE_FILE_NAME.matcher(name).find() || !isRelativePath(name)) {
      throw new ModelLoadException(
          source
              + ": unsafe file name: file="
              + shown(name)
              + ", expected a relative path with '/' and without '..'; nothing was written for it");
    }
    return name;
  }

  /**
   * @param header an ETag as HTTP has it, perhaps weak and quoted
   * @return the tag alone, which is safe as a file name
   */
  static String requireEtag(String source, String header) {
    String etag = header.strip();
    if (etag.startsWith("W/")) {
      etag = etag.substring(2);
    }
    if (etag.length() >= 2 && etag.startsWith("\"") && etag.endsWith("\"")) {
      etag = etag.substring(1, etag.length() - 1);
    }
    if (!ETAG.matcher(etag).matches()) {
      throw new ModelLoadException(
          source
              + ": unusable ETag: etag="
              + shown(header)
              + ", expected letters and digits; nothing was written for it");
    }
    return etag;
  }

  static boolean isCommit(String revision) {
    return COMMIT.matcher(revision).matches();
  }

  /**
   * The text with control characters made visible and an end, so that it may stand in a message.
   */
  static String shown(String text) {
    String visible = text.replaceAll("\\p{Cntrl}", "?");
    return visible.length() <= MAX_SEGMENT_CHARS
        ? visible
        : visible.substring(0, MAX_SEGMENT_CHARS) + "...";
  }

  private static boolean isRelativePath(String path) {
    if (path.length() > MAX_PATH_CHARS) {
      return false;
    }
    for (String segment : path.split("/", -1)) {
      if (segment.isEmpty()
          || segment.length() > MAX_SEGMENT_CHARS
          || segment.equals(".")
          || segment.equals("..")) {
        return false;
      }
    }
    return true;
  }
}
