// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the ids of a few tokens in a tokenizer.json without keeping the vocabulary: first among
 * {@code added_tokens}, then in {@code model.vocab}, which is an object of ids or an array of
 * pieces.
 */
final class TokenIdFinder {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Set<String> wanted;
  private final Map<String, Integer> found = new HashMap<>();

  private TokenIdFinder(Set<String> wanted) {
    this.wanted = wanted;
  }

  /**
   * The ids of those tokens that the file has.
   *
   * @param source the file, for messages
   * @param json the file's bytes
   */
  static Map<String, Integer> find(String source, byte[] json, Set<String> wanted) {
    TokenIdFinder finder = new TokenIdFinder(wanted);
    try (JsonParser parser = JSON.createParser(json)) {
      finder.read(parser);
    } catch (JacksonException e) {
      throw new ModelLoadException(
          "the tokenizer is not valid JSON: file=%s, cause=%s"
              .formatted(source, e.getOriginalMessage()),
          e);
    }
    return finder.found;
  }

  private void read(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (!isComplete() && parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("added_tokens") && value == JsonToken.START_ARRAY) {
        readAddedTokens(JSON.readTree(parser));
      } else if (name.equals("model") && value == JsonToken.START_OBJECT) {
        readModel(parser);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void readAddedTokens(JsonNode tokens) {
    for (JsonNode token : tokens) {
      JsonNode content = token.path("content");
      JsonNode id = token.path("id");
      if (content.isString() && id.canConvertToInt()) {
        add(content.asString(), id.intValue());
      }
    }
  }

  private void readModel(JsonParser parser) {
    while (!isComplete() && parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("vocab") && value == JsonToken.START_OBJECT) {
        readIds(parser);
      } else if (name.equals("vocab") && value == JsonToken.START_ARRAY) {
        readPieces(parser);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void readIds(JsonParser parser) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String token = parser.currentName();
      if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && wanted.contains(token)) {
        add(token, parser.getIntValue());
      }
      parser.skipChildren();
    }
  }

  private void readPieces(JsonParser parser) {
    int id = 0;
    while (parser.nextToken() == JsonToken.START_ARRAY) {
      @Nullable String piece = parser.nextStringValue();
      if (piece != null) {
        add(piece, id);
      }
      while (parser.currentToken() != JsonToken.END_ARRAY && parser.nextToken() != null) {
        parser.skipChildren();
      }
      id++;
    }
  }

  private void add(String token, int id) {
    if (wanted.contains(token)) {
      found.putIfAbsent(token, id);
    }
  }

  private boolean isComplete() {
    return found.size() == wanted.size();
  }
}
