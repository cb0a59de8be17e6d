// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelAssets.Vocabulary;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tokenizer in a GGUF file's metadata. */
final class GgufTokenizer {
  private static final String PREFIX = "tokenizer.";
  private static final String TOKENS = "tokenizer.ggml.tokens";
  private static final String SCORES = "tokenizer.ggml.scores";
  private static final String TOKEN_TYPES = "tokenizer.ggml.token_type";
  private static final String MERGES = "tokenizer.ggml.merges";
  private static final String ADD_BOS = "tokenizer.ggml.add_bos_token";
  private static final String TEMPLATE = "tokenizer.chat_template";
  private static final int CONTROL_TOKEN = 3;

  private static final Map<String, String> ID_KEYS =
      Map.of(
          "bos_token", "tokenizer.ggml.bos_token_id",
          "eos_token", "tokenizer.ggml.eos_token_id",
          "unk_token", "tokenizer.ggml.unknown_token_id",
          "pad_token", "tokenizer.ggml.padding_token_id",
          "sep_token", "tokenizer.ggml.seperator_token_id",
          "cls_token", "tokenizer.ggml.cls_token_id",
          "mask_token", "tokenizer.ggml.mask_token_id");

  private static final List<String> END_KEYS =
      List.of(
          "tokenizer.ggml.eos_token_id",
          "tokenizer.ggml.eot_token_id",
          "tokenizer.ggml.eom_token_id");

  /** Control tokens that end a turn, for the many files that name only their EOS. */
  private static final Set<String> END_OF_TURN =
      Set.of("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<end_of_turn>", "<|end|>", "<|eot|>");

  private final GgufMetadata metadata;
  private final List<String> tokens;

  private GgufTokenizer(GgufMetadata metadata) {
    this.metadata = metadata;
    this.tokens = metadata.has(TOKENS) ? metadata.texts(TOKENS) : List.of();
  }

  /** Reads and checks the tokenizer's metadata; a file may have none. */
  static TokenizerAssets read(GgufMetadata metadata) {
    GgufTokenizer tokenizer = new GgufTokenizer(metadata);
    tokenizer.checkArrays();
    return tokenizer.assets();
  }

  private TokenizerAssets assets() {
    Map<String, String> templates = new TreeMap<>();
    Map<String, Object> vocabulary = new LinkedHashMap<>();
    for (Map.Entry<String, Object> entry : metadata.values().entrySet()) {
      if (entry.getKey().startsWith(TEMPLATE + ".")) {
        templates.put(
            entry.getKey().substring(TEMPLATE.length() + 1), metadata.text(entry.getKey()));
      } else if (entry.getKey().startsWith(PREFIX)) {
        vocabulary.put(entry.getKey(), entry.getValue());
      }
    }
    return new TokenizerAssets(
        tokens.isEmpty() ? null : new Vocabulary.Gguf(metadata.source(), vocabulary),
        metadata.has(TEMPLATE) ? metadata.text(TEMPLATE) : templates.remove("default"),
        templates,
        specialTokens(),
        id(ID_KEYS.getOrDefault("bos_token", "")),
        endTokenIds(),
        metadata.has(ADD_BOS) ? metadata.bool(ADD_BOS, false) : null);
  }

  private void checkArrays() {
    if (metadata.has(SCORES)) {
      checkLength(SCORES, metadata.floats(SCORES).length);
    }
    if (metadata.has(TOKEN_TYPES)) {
      checkLength(TOKEN_TYPES, metadata.integers(TOKEN_TYPES).length);
    }
    if (metadata.has(MERGES)) {
      metadata.texts(MERGES);
    }
  }

  private void checkLength(String key, int length) {
    if (length != tokens.size()) {
      throw new ModelLoadException(
          "a vocabulary array has the wrong length: file=%s, key=%s, length=%d, expected that of %s, %d"
              .formatted(metadata.source(), key, length, TOKENS, tokens.size()));
    }
  }

  private Map<String, String> specialTokens() {
    Map<String, String> contents = new LinkedHashMap<>();
    ID_KEYS.forEach(
        (role, key) -> {
          Integer id = id(key);
          if (id != null && !tokens.isEmpty()) {
            contents.put(role, tokens.get(id));
          }
        });
    return contents;
  }

  private List<Integer> endTokenIds() {
    Set<Integer> ids = new LinkedHashSet<>();
    for (String key : END_KEYS) {
      Integer id = id(key);
      if (id != null) {
        ids.add(id);
      }
    }
    int[] types = metadata.has(TOKEN_TYPES) ? metadata.integers(TOKEN_TYPES) : new int[0];
    for (int id = 0; id < types.length; id++) {
      if (types[id] == CONTROL_TOKEN && END_OF_TURN.contains(tokens.get(id))) {
        ids.add(id);
      }
    }
    return new ArrayList<>(ids);
  }

  private @Nullable Integer id(String key) {
    if (metadata.integer(key).isEmpty()) {
      return null;
    }
    long id = metadata.integer(key).getAsLong();
    if (id < 0 || id > Integer.MAX_VALUE || !tokens.isEmpty() && id >= tokens.size()) {
      throw new ModelLoadException(
          "a token id is outside the vocabulary: file=%s, key=%s, id=%d, tokens=%d"
              .formatted(metadata.source(), key, id, tokens.size()));
    }
    return (int) id;
  }
}
