// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Tokenizer;
import java.util.Optional;

/** Makes a {@link Tokenizer} from what a model's files hold. */
public final class Tokenizers {
  private Tokenizers() {}

  /**
   * A tokenizer over Hugging Face's native library. It adds what the vocabulary's own
   * post-processor adds and nothing else; truncation and padding stored in the file are not
   * applied.
   *
   * @return to be closed by the caller, since it holds native memory
   * @throws dev.javelin.engineapi.ModelLoadException if the vocabulary is damaged; the message
   *     names the file, the key and the cause
   * @throws dev.javelin.engineapi.UnsupportedModelException if it is of a kind that is not
   *     implemented
   */
  public static Tokenizer create(ModelAssets.Vocabulary vocabulary) {
    if (vocabulary instanceof ModelAssets.Vocabulary.TokenizerJson file) {
      return open(file.source(), file.json());
    }
    ModelAssets.Vocabulary.Gguf gguf = (ModelAssets.Vocabulary.Gguf) vocabulary;
    return open(gguf.source(), GgufTokenizerJson.convert(new GgufMetadata(gguf)));
  }

  private static Tokenizer open(String source, byte[] json) {
    TokenizerDefinition definition = new TokenizerJsonReader(source).read(json);
    NativeHandle encoding = NativeHandle.open(definition, json);
    try {
      return new NativeTokenizer(definition, encoding, decoding(definition, json));
    } catch (RuntimeException e) {
      encoding.run();
      throw e;
    }
  }

  /** The tokenizer to decode with, if that is another one. */
  private static Optional<NativeHandle> decoding(TokenizerDefinition definition, byte[] json) {
    return definition.normalizesAddedTokens()
        ? NormalizedAddedTokens.decodingFile(definition, json)
            .map(file -> NativeHandle.open(definition, file))
        : Optional.empty();
  }
}
