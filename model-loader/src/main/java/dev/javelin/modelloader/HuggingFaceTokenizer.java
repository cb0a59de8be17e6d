// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelAssets.Vocabulary;
import dev.javelin.engineapi.ModelLoadException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tokenizer files of a Hugging Face folder: tokenizer.json, tokenizer_config.json,
 * special_tokens_map.json and chat_template.jinja. All of them may be missing.
 */
final class HuggingFaceTokenizer {
  private static final String TOKENIZER = "tokenizer.json";
  private static final String CONFIG = "tokenizer_config.json";
  private static final String TEMPLATE = "chat_template.jinja";
  private static final String DEFAULT_TEMPLATE = "default";

  private final JsonFiles files;
  private final ConfigView config;

  private HuggingFaceTokenizer(JsonFiles files) {
    this.files = files;
    this.config = new ConfigView(files.path(CONFIG).toString(), files.object(CONFIG));
  }

  /** Reads a folder's tokenizer files. */
  static TokenizerAssets read(JsonFiles files) {
    return new HuggingFaceTokenizer(files).assets();
  }

  private TokenizerAssets assets() {
    String source = files.path(TOKENIZER).toString();
    byte @Nullable [] json = files.bytes(TOKENIZER).orElse(null);
    Map<String, String> specialTokens = specialTokens();
    Map<String, Integer> ids = ids(source, json, specialTokens);
    Map<String, String> templates = chatTemplates();
    @Nullable String chatTemplate = templates.remove(DEFAULT_TEMPLATE);
    return new TokenizerAssets(
        json == null ? null : new Vocabulary.TokenizerJson(source, json),
        chatTemplate,
        templates,
        specialTokens,
        id(ids, specialTokens, "bos_token").orElse(null),
        id(ids, specialTokens, "eos_token").map(List::of).orElse(List.of()),
        config.has("add_bos_token") ? config.bool("add_bos_token") : null);
  }

  private static Optional<Integer> id(
      Map<String, Integer> ids, Map<String, String> specialTokens, String role) {
    return Optional.ofNullable(specialTokens.get(role)).map(ids::get);
  }

  private Map<String, String> specialTokens() {
    Map<String, String> contents = new LinkedHashMap<>();
    Map<String, Object> map = files.object("special_tokens_map.json");
    map.forEach((role, token) -> content(token).ifPresent(text -> contents.put(role, text)));
    config
        .members()
        .forEach(
            (role, token) -> {
              if (role.endsWith("_token")) {
                content(token).ifPresent(text -> contents.put(role, text));
              }
            });
    return contents;
  }

  /** A token is a string, or an object with its content. */
  private static Optional<String> content(Object token) {
    Object content = token instanceof Map<?, ?> object ? object.get("content") : token;
    return content instanceof String text ? Optional.of(text) : Optional.empty();
  }

  private Map<String, Integer> ids(
      String source, byte @Nullable [] json, Map<String, String> specialTokens) {
    Map<String, Integer> ids = new HashMap<>();
    if (config.has("added_tokens_decoder")) {
      for (Map.Entry<String, Object> entry :
          config.object("added_tokens_decoder").members().entrySet()) {
        content(entry.getValue()).ifPresent(text -> ids.put(text, parseId(entry.getKey())));
      }
    }
    Set<String> wanted = new HashSet<>();
    for (String role : List.of("bos_token", "eos_token")) {
      String token = specialTokens.get(role);
      if (token != null && !ids.containsKey(token)) {
        wanted.add(token);
      }
    }
    if (json != null && !wanted.isEmpty()) {
      ids.putAll(TokenIdFinder.find(source, json, wanted));
    }
    return ids;
  }

  private int parseId(String key) {
    try {
      return Integer.parseInt(key);
    } catch (NumberFormatException e) {
      throw new ModelLoadException(
          "a token's id is not a number: file=%s, key=added_tokens_decoder.%s"
              .formatted(config.source(), Excerpt.of(key)),
          e);
    }
  }

  /** Templates by name; the unnamed one is {@code default}. A template file wins. */
  private Map<String, String> chatTemplates() {
    Map<String, String> templates = new LinkedHashMap<>();
    Object value = config.members().get("chat_template");
    if (value instanceof List<?> list) {
      for (Object element : list) {
        Map<?, ?> entry = element instanceof Map<?, ?> map ? map : Map.of();
        if (!(entry.get("name") instanceof String name
            && entry.get("template") instanceof String template)) {
          throw new ModelLoadException(
              "a chat template has the wrong form: file=%s, chat_template=%s, expected name and template"
                  .formatted(config.source(), Excerpt.of(list)));
        }
        templates.put(name, template);
      }
    } else if (value != null) {
      templates.put(DEFAULT_TEMPLATE, config.text("chat_template"));
    }
    files.text(TEMPLATE).ifPresent(template -> templates.put(DEFAULT_TEMPLATE, template));
    return templates;
  }
}
