// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelAssets;
import java.nio.charset.StandardCharsets;

/** Tokenizer files written in tests. */
final class Json {
  private Json() {}

  static ModelAssets.Vocabulary.TokenizerJson vocabulary(String name, String json) {
    return new ModelAssets.Vocabulary.TokenizerJson(name, json.getBytes(StandardCharsets.UTF_8));
  }
}
