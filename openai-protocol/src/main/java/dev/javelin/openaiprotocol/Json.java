// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How this module reads and writes JSON: strict, bounded in depth, without duplicate keys. */
public final class Json {
  /** Deepest nesting that a request may have. */
  static final int MAX_DEPTH = 200;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  /** Java's patterns see code points, so that halves of whole pairs do not match. */
  private static final Pattern LONE_SURROGATE = Pattern.compile("[\\ud800-\\udfff]");

  private Json() {}

  /**
   * Reads an object.
   *
   * @throws ApiException if the bytes are not UTF-8, not JSON, or not an object; says where
   */
  public static ObjectNode readObject(byte[] utf8) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw ApiException.badRequest("the body is not UTF-8, expected a JSON object", null);
    }
    if (text.isBlank()) {
      throw ApiException.badRequest("the body is empty, expected a JSON object", null);
    }
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw ApiException.badRequest(
          "the body is not JSON: " + e.getOriginalMessage() + position(e), null);
    }
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw ApiException.badRequest(
        "the body must be a JSON object, not " + JsonFields.typeName(node), null);
  }

  private static String position(JacksonException e) {
    return e.getLocation() == null
        ? ""
        : " at line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
  }

  /**
   * A value as one line of JSON, null members included. Halves of surrogate pairs that stand alone
   * are escaped: they have no UTF-8.
   */
  public static String write(Object value) {
    String json = MAPPER.writeValueAsString(value);
    return LONE_SURROGATE
        .matcher(json)
        .replaceAll(match -> String.format("\\\\u%04x", (int) match.group().charAt(0)));
  }

  /** A tree of maps, lists, strings, numbers, booleans and nulls, as templates see it. */
  static Object toJava(JsonNode node) {
    return MAPPER.treeToValue(node, Object.class);
  }
}
