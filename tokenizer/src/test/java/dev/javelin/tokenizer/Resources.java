// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelAssets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads test resources. */
final class Resources {
  private static final JsonMapper JSON = new JsonMapper();

  private Resources() {}

  static byte[] bytes(String name) {
    try (InputStream in = Resources.class.getResourceAsStream("/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(String name) {
    return JSON.readTree(bytes(name));
  }

  static ModelAssets.Vocabulary.TokenizerJson vocabulary(String name) {
    return new ModelAssets.Vocabulary.TokenizerJson(name, bytes(name));
  }
}
