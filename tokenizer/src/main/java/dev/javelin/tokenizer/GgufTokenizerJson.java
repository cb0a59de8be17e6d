// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Writes the tokenizer.json that is equivalent to a GGUF file's vocabulary, so that both kinds of
 * model go through the same native code.
 */
final class GgufTokenizerJson {
  private static final String MODEL = "tokenizer.ggml.model";
  private static final String SCORES = "tokenizer.ggml.scores";
  private static final String MERGES = "tokenizer.ggml.merges";

  private final GgufMetadata metadata;
  private final GgufVocabulary vocabulary;
  private final TokenizerJsonWriter writer;

  private GgufTokenizerJson(GgufMetadata metadata, ByteArrayOutputStream out) {
    this.metadata = metadata;
    this.vocabulary = GgufVocabulary.read(metadata);
    this.writer = new TokenizerJsonWriter(out);
  }

  /** The file's bytes. */
  static byte[] convert(GgufMetadata metadata) {
    String model =
        metadata
            .string(MODEL)
            .orElseThrow(
                () ->
                    new ModelLoadException(
                        "vocabulary is missing: file=" + metadata.source() + ", key=" + MODEL));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (model) {
      case "gpt2" -> new GgufTokenizerJson(metadata, out).writeByteLevel();
      case "llama" -> new GgufTokenizerJson(metadata, out).writeSentencePiece();
      default ->
          throw new UnsupportedModelException(
              "unknown kind of vocabulary: file="
                  + metadata.source()
                  + ", "
                  + MODEL
                  + "="
                  + model
                  + ", expected one of [gpt2, llama]");
    }
    return out.toByteArray();
  }

  private void writeByteLevel() {
    String name = metadata.string("tokenizer.ggml.pre").orElse("default");
    PreTokenizer pre = PreTokenizer.named(metadata.source(), name);
    List<String> merges = metadata.strings(MERGES);
    if (merges == null) {
      throw new ModelLoadException(
          "vocabulary is missing: file=" + metadata.source() + ", key=" + MERGES);
    }
    writer.begin();
    writer.addedTokens(vocabulary);
    writer.byteLevelPipeline(pre);
    writer.postProcessor(before(pre.addBos()), after());
    writer.beginByteLevelModel(vocabulary.tokens(), pre.ignoreMerges());
    for (int i = 0; i < merges.size(); i++) {
      String merge = merges.get(i);
      // A part may begin with a blank only where the file is damaged: byte-level tokens hold none.
      int blank = merge.indexOf(' ', 1);
      if (blank < 0 || merge.indexOf(' ', blank + 1) >= 0 || blank == merge.length() - 1) {
        throw metadata.damaged(MERGES + "[" + i + "]", "two tokens with one blank between", merge);
      }
      writer.merge(merge.substring(0, blank), merge.substring(blank + 1));
    }
    writer.end();
  }

  private void writeSentencePiece() {
    float @Nullable [] scores = metadata.floats(SCORES);
    if (scores == null || scores.length != vocabulary.size()) {
      throw metadata.damaged(
          SCORES + ".length",
          "one score for each of " + vocabulary.size() + " tokens",
          scores == null ? 0 : scores.length);
    }
    boolean spacePrefix = metadata.bool("tokenizer.ggml.add_space_prefix", true);
    OptionalInt unknown = metadata.tokenId("tokenizer.ggml.unknown_token_id", vocabulary.size());
    writer.begin();
    writer.addedTokens(vocabulary);
    writer.sentencePiecePipeline(spacePrefix);
    writer.postProcessor(before(true), after());
    writer.beginSentencePieceModel(vocabulary.tokens(), vocabulary.tokens().get(unknown.orElse(0)));
    for (SentencePieceMerges.Merge merge : SentencePieceMerges.rank(vocabulary, scores)) {
      writer.merge(merge.left(), merge.right());
    }
    writer.end();
  }

  private List<AddedToken> before(boolean absent) {
    return around("tokenizer.ggml.add_bos_token", absent, "tokenizer.ggml.bos_token_id");
  }

  private List<AddedToken> after() {
    return around("tokenizer.ggml.add_eos_token", false, "tokenizer.ggml.eos_token_id");
  }

  /** The token that a flag adds to every text, if the flag is on. */
  private List<AddedToken> around(String flag, boolean absent, String idKey) {
    if (!metadata.bool(flag, absent)) {
      return List.of();
    }
    int id =
        metadata
            .tokenId(idKey, vocabulary.size())
            .orElseThrow(
                () ->
                    new ModelLoadException(
                        "a token is to be added to every text, but none is named: file="
                            + metadata.source()
                            + ", key="
                            + idKey));
    return List.of(new AddedToken(id, vocabulary.tokens().get(id), true, false));
  }
}
