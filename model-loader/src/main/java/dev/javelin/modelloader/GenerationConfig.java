// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import java.util.List;

/** A folder's generation_config.json: sampling defaults and further end tokens. */
final class GenerationConfig {
  static final String FILE = "generation_config.json";
  private static final String EOS = "eos_token_id";

  private GenerationConfig() {}

  /** The file's members; none if there is no file. */
  static ConfigView read(JsonFiles files) {
    return new ConfigView(files.path(FILE).toString(), files.object(FILE));
  }

  /** The end tokens that a configuration lists; one may stand without a list. */
  static List<Integer> eosTokenIds(ConfigView view) {
    return tokenIds(view, EOS);
  }

  /** The ids of a member that is an id, a list of ids or absent. */
  static List<Integer> tokenIds(ConfigView view, String key) {
    if (!view.has(key)) {
      return List.of();
    }
    return view.members().get(key) instanceof List<?>
        ? view.integers(key)
        : List.of(view.integer(key));
  }
}
