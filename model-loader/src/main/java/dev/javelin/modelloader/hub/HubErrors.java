// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import org.jspecify.annotations.Nullable;

/**
 * What a hub's refusal means. The status alone is ambiguous (a private repository answers as a
 * missing one), so the hub's {@code X-Error-Code} decides where it is given.
 */
final class HubErrors {
  /** The header with the hub's own word for what is wrong. */
  static final String CODE = "X-Error-Code";

  private HubErrors() {}

  /**
   * @param response an answer that is neither a success nor a redirect nor a request for another
   *     try
   * @param file the file asked for, or null for the repository itself
   */
  static ModelLoadException refused(
      HubResponse response,
      HubReference reference,
      @Nullable String file,
      HubEnvironment environment) {
    int status = response.status();
    if (!environment.isHub(response.uri())) {
      return new ModelLoadException(
          "the hub's file server refused: repo="
              + reference.repo()
              + (file == null ? "" : ", file=" + file)
              + ", server="
              + response.uri().getHost()
              + ", status="
              + status
              + "; try again later");
    }
    String code = response.header(CODE).orElse("");
    if (code.equals("GatedRepo") || status == 403 || (file != null && status == 401)) {
      return gated(reference, status, environment);
    }
    if (code.equals("RevisionNotFound")) {
      return revisionNotFound(reference, environment);
    }
    if (code.equals("EntryNotFound") || (file != null && status == 404)) {
      return new ModelLoadException(
          "file not found: repo="
              + reference.repo()
              + ", revision="
              + reference.revisionOrDefault()
              + ", file="
              + file);
    }
    if (status == 401 || status == 404) {
      return repositoryNotFound(reference, status, environment);
    }
    return new ModelLoadException(
        "the hub refused: repo="
            + reference.repo()
            + ", revision="
            + reference.revisionOrDefault()
            + (file == null ? "" : ", file=" + file)
            + ", status="
            + status);
  }

  static ModelLoadException revisionNotFound(HubReference reference, HubEnvironment environment) {
    return new ModelLoadException(
        "revision not found: repo="
            + reference.repo()
            + ", revision="
            + reference.revisionOrDefault()
            + ", expected a branch, tag or commit of "
            + environment.endpoint()
            + "/"
            + reference.repo());
  }

  /** An answer that no hub gives, as when a sign-in page answers for everything. */
  static ModelLoadException notTheHub(HubResponse response, String source, String lacks) {
    return new ModelLoadException(
        source
            + ": the answer is not a hub's: path="
            + response.uri().getPath()
            + ", contentType="
            + HubNames.shown(response.header("Content-Type").orElse("none"))
            + ", expected "
            + lacks
            + "; check HF_ENDPOINT, and whether a proxy or a sign-in page answers instead");
  }

  private static ModelLoadException gated(
      HubReference reference, int status, HubEnvironment environment) {
    return new ModelLoadException(
        "the model is gated: repo="
            + reference.repo()
            + ", status="
            + status
            + "; accept its terms at "
            + environment.endpoint()
            + "/"
            + reference.repo()
            + " and set HF_TOKEN"
            + (environment.token() == null ? "" : " to a token of the account that did"));
  }

  private static ModelLoadException repositoryNotFound(
      HubReference reference, int status, HubEnvironment environment) {
    return new ModelLoadException(
        "repository not found: repo="
            + reference.repo()
            + ", endpoint="
            + environment.endpoint()
            + ", status="
            + status
            + "; check the spelling"
            + (environment.token() == null
                ? ", and for a private or gated repository set HF_TOKEN"
                : ", and whether the token in HF_TOKEN or the token file may see it"));
  }
}
