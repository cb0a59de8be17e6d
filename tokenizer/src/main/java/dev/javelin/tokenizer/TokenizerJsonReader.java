// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a tokenizer.json in one pass, keeping only what {@link TokenizerDefinition} holds: such
 * files reach tens of megabytes, most of it merges that only the native library needs.
 */
final class TokenizerJsonReader {
  /** Sections are read one at a time, with the rest of the file behind them. */
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final Set<String> COMPONENTS =
      Set.of("normalizer", "pre_tokenizer", "post_processor", "decoder");

  private final String source;
  private final ComponentCheck check;
  private final Map<String, Integer> vocabulary = new HashMap<>();
  private final List<AddedToken> added = new ArrayList<>();
  private final List<TokenizerDefinition.Section> sections = new ArrayList<>();
  private boolean vocabularySeen;
  private boolean normalizerSeen;
  private boolean prefixSeen;

  TokenizerJsonReader(String source) {
    this.source = source;
    this.check = new ComponentCheck(source);
  }

  TokenizerDefinition read(byte[] json) {
    try (JsonParser parser = JSON.createParser(json)) {
      expect(parser.nextToken() == JsonToken.START_OBJECT, "", "an object at its start");
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        readSection(parser);
      }
      expect(parser.nextToken() == null, "", "nothing after its object");
    } catch (JacksonException e) {
      throw new ModelLoadException(
          "tokenizer file is not valid JSON: file="
              + source
              + ", cause="
              + e.getOriginalMessage()
              + at(e.getLocation()),
          e);
    }
    expect(vocabularySeen, "model.vocab", "a vocabulary");
    if (prefixSeen) {
      check.checkMergesWithPrefix(JSON.readTree(json).path("model"));
    }
    return definition();
  }

  private TokenizerDefinition definition() {
    AddedVocabulary addedVocabulary = new AddedVocabulary(vocabulary);
    addedVocabulary.addAll(source, added);
    int size = 0;
    int longest = 0;
    for (Map.Entry<String, Integer> token : addedVocabulary.ids().entrySet()) {
      size = Math.max(size, Math.addExact(token.getValue(), 1));
      longest = Math.max(longest, token.getKey().length());
    }
    return new TokenizerDefinition(
        source,
        addedVocabulary.ids(),
        addedVocabulary.contents(),
        addedVocabulary.special(),
        size,
        longest,
        normalizerSeen && added.stream().anyMatch(AddedToken::normalized),
        sections);
  }

  private void readSection(JsonParser parser) {
    String key = parser.currentName();
    TokenStreamLocation at = parser.currentTokenLocation();
    JsonToken first = parser.nextToken();
    Set<String> types = new LinkedHashSet<>();
    if (key.equals("model") && first == JsonToken.START_OBJECT) {
      readModel(parser, types);
    } else if (key.equals("added_tokens") && first == JsonToken.START_ARRAY) {
      readAddedTokens(parser);
    } else if (COMPONENTS.contains(key)) {
      normalizerSeen |= key.equals("normalizer") && first != JsonToken.VALUE_NULL;
      JsonNode component = JSON.readTree(parser);
      component.findValues("type").forEach(type -> types.add(type.asString("")));
      check.checkSection(key, component);
    } else {
      parser.skipChildren();
    }
    sections.add(
        new TokenizerDefinition.Section(key, List.copyOf(types), at.getLineNr(), at.getColumnNr()));
  }

  private void readModel(JsonParser parser, Set<String> types) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = parser.currentName();
      JsonToken first = parser.nextToken();
      if (key.equals("vocab") && first == JsonToken.START_OBJECT) {
        readVocabularyObject(parser);
      } else if (key.equals("vocab") && first == JsonToken.START_ARRAY) {
        readVocabularyArray(parser);
      } else if (key.equals("type") && first == JsonToken.VALUE_STRING) {
        types.add(parser.getString());
      } else if (key.equals("continuing_subword_prefix") && first == JsonToken.VALUE_STRING) {
        prefixSeen |= !parser.getString().isEmpty();
      } else {
        parser.skipChildren();
      }
    }
  }

  /** {@code {"token": id, ...}}: BPE, WordPiece and WordLevel. */
  private void readVocabularyObject(JsonParser parser) {
    vocabularySeen = true;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String token = parser.currentName();
      parser.nextToken();
      vocabulary.put(token, readId(parser, "model.vocab." + token));
    }
  }

  /** {@code [["token", score], ...]}, ids by position: Unigram. */
  private void readVocabularyArray(JsonParser parser) {
    vocabularySeen = true;
    int id = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String key = "model.vocab[" + id + "]";
      expect(parser.currentToken() == JsonToken.START_ARRAY, key, "a pair of token and score");
      expect(parser.nextToken() == JsonToken.VALUE_STRING, key, "a pair of token and score");
      vocabulary.put(parser.getString(), id++);
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        parser.skipChildren();
      }
    }
  }

  private void readAddedTokens(JsonParser parser) {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String key = "added_tokens[" + added.size() + "]";
      expect(parser.currentToken() == JsonToken.START_OBJECT, key, "an object");
      int id = -1;
      String content = null;
      boolean special = false;
      boolean normalized = false;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        switch (name) {
          case "id" -> id = readId(parser, key + ".id");
          case "content" -> content = readContent(parser, key + ".content");
          case "special" -> special = value == JsonToken.VALUE_TRUE;
          case "normalized" -> normalized = value == JsonToken.VALUE_TRUE;
          default -> parser.skipChildren();
        }
      }
      if (content == null || id < 0) {
        throw damaged(key, "an id and a content");
      }
      added.add(new AddedToken(id, content, special, normalized));
    }
  }

  private String readContent(JsonParser parser, String key) {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, key, "a string");
    return parser.getString();
  }

  private int readId(JsonParser parser, String key) {
    expect(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, key, "an integer id");
    long id = parser.getLongValue();
    expect(id >= 0 && id < Integer.MAX_VALUE, key, "an id in [0, 2^31 - 1)");
    return (int) id;
  }

  private void expect(boolean condition, String key, String expected) {
    if (!condition) {
      throw damaged(key, expected);
    }
  }

  private ModelLoadException damaged(String key, String expected) {
    String where = key.isEmpty() ? "" : ", key=" + key;
    return new ModelLoadException(
        "tokenizer file is damaged: file=" + source + where + ", expected " + expected);
  }

  private static String at(@Nullable TokenStreamLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + " column " + location.getColumnNr();
  }
}
