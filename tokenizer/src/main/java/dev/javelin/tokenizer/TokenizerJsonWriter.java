// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the parts of a tokenizer.json. The calls must come in the order of the methods, since the
 * format is written as a stream.
 */
final class TokenizerJsonWriter {
  /** SentencePiece's mark for a blank. */
  private static final String BLANK_MARK = "\u2581";

  private final JsonMapper mapper = new JsonMapper();
  private final JsonGenerator json;

  TokenizerJsonWriter(OutputStream out) {
    this.json = mapper.createGenerator(out);
  }

  void begin() {
    json.writeStartObject();
    json.writeStringProperty("version", "1.0");
  }

  /** The tokens that are cut out of the text before anything else. */
  void addedTokens(GgufVocabulary vocabulary) {
    json.writeArrayPropertyStart("added_tokens");
    for (int id = 0; id < vocabulary.size(); id++) {
      switch (vocabulary.types().get(id)) {
        case CONTROL, UNKNOWN -> addedToken(id, vocabulary.tokens().get(id), true);
        case USER_DEFINED -> addedToken(id, vocabulary.tokens().get(id), false);
        case UNDEFINED, NORMAL, UNUSED, BYTE -> {}
      }
    }
    json.writeEndArray();
  }

  private void addedToken(int id, String content, boolean special) {
    json.writeStartObject();
    json.writeNumberProperty("id", id);
    json.writeStringProperty("content", content);
    for (String option : List.of("single_word", "lstrip", "rstrip", "normalized")) {
      json.writeBooleanProperty(option, false);
    }
    json.writeBooleanProperty("special", special);
    json.writeEndObject();
  }

  /** Words cut by patterns, then spelled in bytes. */
  void byteLevelPipeline(PreTokenizer pre) {
    if (pre.nfc()) {
      section("normalizer", object("type", "NFC"));
    }
    Map<String, Object> byteLevel =
        object(
            "type",
            "ByteLevel",
            "add_prefix_space",
            false,
            "trim_offsets",
            true,
            "use_regex",
            false);
    Stream<Map<String, Object>> cuts =
        pre.patterns().stream()
            .map(
                pattern ->
                    object(
                        "type",
                        "Split",
                        "pattern",
                        object("Regex", pattern),
                        "behavior",
                        "Isolated",
                        "invert",
                        false));
    section(
        "pre_tokenizer",
        object(
            "type",
            "Sequence",
            "pretokenizers",
            Stream.concat(cuts, Stream.of(byteLevel)).toList()));
    section("decoder", byteLevel);
  }

  /**
   * Blanks marked, no words cut.
   *
   * @param spacePrefix whether every stretch of text gets a blank in front, which decoding removes
   */
  void sentencePiecePipeline(boolean spacePrefix) {
    Map<String, Object> mark = replace(" ", BLANK_MARK);
    List<Object> decoders = new ArrayList<>();
    decoders.add(replace(BLANK_MARK, " "));
    decoders.add(object("type", "ByteFallback"));
    decoders.add(object("type", "Fuse"));
    if (spacePrefix) {
      Map<String, Object> prepend = object("type", "Prepend", "prepend", BLANK_MARK);
      section("normalizer", object("type", "Sequence", "normalizers", List.of(prepend, mark)));
      decoders.add(object("type", "Strip", "content", " ", "start", 1, "stop", 0));
    } else {
      section("normalizer", mark);
    }
    section("decoder", object("type", "Sequence", "decoders", decoders));
  }

  private static Map<String, Object> replace(String from, String to) {
    return object("type", "Replace", "pattern", object("String", from), "content", to);
  }

  /**
   * The tokens put around every text.
   *
   * @param before tokens put first
   * @param after tokens put last
   */
  void postProcessor(List<AddedToken> before, List<AddedToken> after) {
    if (before.isEmpty() && after.isEmpty()) {
      return;
    }
    Map<String, Object> special = new LinkedHashMap<>();
    Stream.concat(before.stream(), after.stream())
        .forEach(
            token ->
                special.put(
                    token.content(),
                    object(
                        "id",
                        token.content(),
                        "ids",
                        List.of(token.id()),
                        "tokens",
                        List.of(token.content()))));
    List<Object> single = template("A", before, after);
    List<Object> pair = new ArrayList<>(single);
    pair.addAll(template("B", before, after));
    section(
        "post_processor",
        object(
            "type",
            "TemplateProcessing",
            "single",
            single,
            "pair",
            pair,
            "special_tokens",
            special));
  }

  private static List<Object> template(
      String sequence, List<AddedToken> before, List<AddedToken> after) {
    List<Object> template = new ArrayList<>();
    before.forEach(token -> template.add(special(token)));
    template.add(object("Sequence", object("id", sequence, "type_id", 0)));
    after.forEach(token -> template.add(special(token)));
    return template;
  }

  private static Map<String, Object> special(AddedToken token) {
    return object("SpecialToken", object("id", token.content(), "type_id", 0));
  }

  /** Begins a BPE model over byte-level tokens; its merges follow. */
  void beginByteLevelModel(List<String> tokens, boolean ignoreMerges) {
    json.writeObjectPropertyStart("model");
    json.writeStringProperty("type", "BPE");
    json.writeBooleanProperty("ignore_merges", ignoreMerges);
    vocabulary(tokens);
  }

  /** Begins a BPE model that spells unknown characters in byte tokens; its merges follow. */
  void beginSentencePieceModel(List<String> tokens, String unknown) {
    json.writeObjectPropertyStart("model");
    json.writeStringProperty("type", "BPE");
    json.writeStringProperty("unk_token", unknown);
    json.writeBooleanProperty("fuse_unk", true);
    json.writeBooleanProperty("byte_fallback", true);
    vocabulary(tokens);
  }

  private void vocabulary(List<String> tokens) {
    json.writeObjectPropertyStart("vocab");
    for (int id = 0; id < tokens.size(); id++) {
      json.writeNumberProperty(tokens.get(id), id);
    }
    json.writeEndObject();
    json.writeArrayPropertyStart("merges");
  }

  void merge(String left, String right) {
    json.writeStartArray();
    json.writeString(left);
    json.writeString(right);
    json.writeEndArray();
  }

  void end() {
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
    json.close();
  }

  private void section(String key, Map<String, Object> value) {
    json.writeName(key);
    mapper.writeValue(json, value);
  }

  private static Map<String, Object> object(Object... keysAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      object.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return object;
  }
}
