// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.Tokenizer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the tokenizer file that decodes added tokens in the form that they have in normalized text.
 *
 * <p>That form is what Hugging Face's library shows from version 0.22 on; the native library is
 * older and shows the form in the file. Special tokens keep the file's form, so that they can be
 * skipped.
 */
final class NormalizedAddedTokens {
  private static final JsonMapper JSON = new JsonMapper();

  private NormalizedAddedTokens() {}

  /**
   * A file to decode with. Empty where no added token has another form in normalized text.
   *
   * @param json a valid tokenizer file
   * @throws ModelLoadException if a token has no normalized form at all, which would be found
   *     everywhere
   */
  static Optional<byte[]> decodingFile(TokenizerDefinition definition, byte[] json) {
    ObjectNode file = (ObjectNode) JSON.readTree(json);
    boolean changed = false;
    try (Tokenizer normalizer = normalizer(definition, file.path("normalizer"))) {
      for (JsonNode token : file.path("added_tokens")) {
        String content = token.path("content").asString();
        if (!token.path("normalized").asBoolean(false) || content.isEmpty()) {
          continue;
        }
        String normalized = normalizer.decode(normalizer.encode(content, false), false);
        if (normalized.isEmpty()) {
          throw new ModelLoadException(
              "tokenizer file cannot be used: file="
                  + definition.source()
                  + ", key=added_tokens, value="
                  + token
                  + ", expected a token of which the normalizer leaves something");
        }
        if (!token.path("special").asBoolean(false)) {
          changed |= rename(definition, file, (ObjectNode) token, normalized);
        }
      }
    }
    if (!changed) {
      return Optional.empty();
    }
    file.putNull("normalizer");
    if (file.path("model").has("merges")) {
      ((ObjectNode) file.path("model")).putArray("merges");
    }
    return Optional.of(JSON.writeValueAsBytes(file));
  }

  /** Gives a token another spelling under the same id; not where that is taken. */
  private static boolean rename(
      TokenizerDefinition definition, ObjectNode file, ObjectNode token, String name) {
    if (definition.ids().containsKey(name)) {
      return false;
    }
    if (file.path("model").path("vocab") instanceof ObjectNode vocabulary) {
      JsonNode id = vocabulary.remove(token.path("content").asString());
      if (id != null) {
        vocabulary.set(name, id);
      }
    }
    token.put("content", name);
    return true;
  }

  /** A tokenizer whose ids are the bytes of the normalized text. */
  private static Tokenizer normalizer(TokenizerDefinition definition, JsonNode normalizer) {
    ObjectNode file = JSON.createObjectNode();
    file.put("version", "1.0");
    file.set("normalizer", normalizer);
    ObjectNode bytes = JSON.createObjectNode();
    bytes.put("type", "ByteLevel");
    bytes.put("add_prefix_space", false);
    bytes.put("trim_offsets", false);
    bytes.put("use_regex", false);
    file.set("pre_tokenizer", bytes);
    file.set("decoder", bytes);
    ObjectNode model = file.putObject("model");
    model.put("type", "BPE");
    model.putArray("merges");
    ObjectNode vocabulary = model.putObject("vocab");
    ByteGlyphs.all().forEach(glyph -> vocabulary.put(glyph, vocabulary.size()));
    byte[] json = JSON.writeValueAsBytes(file);
    TokenizerDefinition own = new TokenizerJsonReader(definition.source()).read(json);
    return new NativeTokenizer(own, NativeHandle.open(own, json), Optional.empty());
  }
}
