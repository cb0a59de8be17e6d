// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelAssets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** GGUF vocabularies made from tokenizer.json files, as llama.cpp's converter makes them. */
final class Gguf {
  static final int NORMAL = 1;
  static final int UNKNOWN = 2;
  static final int CONTROL = 3;
  static final int USER_DEFINED = 4;
  static final int BYTE = 6;

  private Gguf() {}

  static ModelAssets.Vocabulary vocabulary(Map<String, Object> metadata) {
    return new ModelAssets.Vocabulary.Gguf("model.gguf", metadata);
  }

  /** The metadata of a byte-level BPE. */
  static Map<String, Object> byteLevel(JsonNode file, String pre) {
    Map<String, Object> metadata = tokens(file, "gpt2");
    metadata.put("tokenizer.ggml.pre", pre);
    metadata.put("tokenizer.ggml.merges", merges(file));
    return metadata;
  }

  /** The metadata of a SentencePiece BPE, with the scores that the order of its merges implies. */
  static Map<String, Object> sentencePiece(JsonNode file, boolean spacePrefix) {
    Map<String, Object> metadata = tokens(file, "llama");
    metadata.put("tokenizer.ggml.add_space_prefix", spacePrefix);
    Map<String, Integer> rankOfResult = new HashMap<>();
    for (String merge : merges(file)) {
      rankOfResult.putIfAbsent(merge.replace(" ", ""), rankOfResult.size());
    }
    List<?> tokens = (List<?>) metadata.getOrDefault("tokenizer.ggml.tokens", List.of());
    float[] scores = new float[tokens.size()];
    for (int id = 0; id < scores.length; id++) {
      String piece = String.valueOf(tokens.get(id)).replace(' ', '\u2581');
      scores[id] = -rankOfResult.getOrDefault(piece, rankOfResult.size());
    }
    metadata.put("tokenizer.ggml.scores", scores);
    return metadata;
  }

  /** The merges, each with a blank between its parts. */
  private static List<String> merges(JsonNode file) {
    List<String> merges = new ArrayList<>();
    for (JsonNode merge : file.path("model").path("merges")) {
      merges.add(
          merge.isString()
              ? merge.asString()
              : merge.get(0).asString() + " " + merge.get(1).asString());
    }
    return merges;
  }

  private static Map<String, Object> tokens(JsonNode file, String model) {
    Map<Integer, String> byId = new LinkedHashMap<>();
    file.path("model").path("vocab").forEachEntry((token, id) -> byId.put(id.asInt(), token));
    Map<Integer, Integer> typeById = new LinkedHashMap<>();
    for (JsonNode token : file.path("added_tokens")) {
      int id = token.path("id").asInt();
      boolean special = token.path("special").asBoolean();
      String content = token.path("content").asString();
      byId.put(id, special ? content : content.replace('\u2581', ' '));
      typeById.put(id, special ? CONTROL : USER_DEFINED);
    }
    int size = Collections.max(byId.keySet()) + 1;
    List<String> tokens = new ArrayList<>(size);
    int[] types = new int[size];
    for (int id = 0; id < size; id++) {
      String token = byId.getOrDefault(id, "[PAD" + id + "]");
      boolean isByte = model.equals("llama") && token.matches("<0x[0-9A-F]{2}>");
      tokens.add(token);
      types[id] = typeById.getOrDefault(id, isByte ? BYTE : NORMAL);
    }
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("tokenizer.ggml.model", model);
    metadata.put("tokenizer.ggml.tokens", tokens);
    metadata.put("tokenizer.ggml.token_type", types);
    return metadata;
  }
}
