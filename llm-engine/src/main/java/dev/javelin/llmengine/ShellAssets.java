// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelConfig;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.inputprocessor.DefaultSamplingParams;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.hub.DownloadListener;
import dev.javelin.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gathers what the shell needs of a model's files, as its configuration chooses them. */
final class ShellAssets {
  /** The value of {@code generation_config} that stands for the model's own file. */
  private static final String OWN = "auto";

  private ShellAssets() {}

  /**
   * The assets of a model, with the tokenizer and the sampling defaults that are to take the place
   * of its own.
   *
   * @param model the model's folder or file
   * @param listener told about downloads of another tokenizer
   * @throws dev.javelin.engineapi.ModelLoadException if one of the files is missing or damaged
   */
  static ModelAssets read(ModelConfig config, Path model, DownloadListener listener) {
    ModelAssets assets = ofModel(model);
    String tokenizer = config.tokenizer();
    if (tokenizer != null && !config.skipTokenizerInit()) {
      assets = Checkpoint.withTokenizer(assets, ModelSource.resolve(tokenizer, listener));
    }
    String generationConfig = config.generationConfig();
    return Set.of(OWN, DefaultSamplingParams.NEUTRAL).contains(generationConfig)
        ? assets
        : Checkpoint.withGenerationConfig(assets, Path.of(generationConfig));
  }

  private static ModelAssets ofModel(Path model) {
    try (Checkpoint checkpoint = Checkpoint.open(model)) {
      return checkpoint.assets();
    }
  }

  /**
   * The model's tokenizer, which the caller closes; null if it has none or none is wanted.
   *
   * @throws ValidationException if it belongs to a model with a larger vocabulary
   */
  static @Nullable Tokenizer tokenizer(ModelConfig config, ModelAssets assets) {
    ModelAssets.Vocabulary vocabulary = assets.vocabulary();
    if (vocabulary == null || config.skipTokenizerInit()) {
      return null;
    }
    Tokenizer tokenizer = Tokenizers.create(vocabulary);
    int size = sizeWithoutLastAddedTokens(tokenizer);
    if (size > assets.vocabSize()) {
      tokenizer.close();
      throw new ValidationException(
          "the tokenizer has more ids than the model: tokenizerVocabSize=%d, modelVocabSize=%d; choose the model's own"
              .formatted(size, assets.vocabSize()),
          "tokenizer",
          config.tokenizerSource());
    }
    return tokenizer;
  }

  /**
   * Added tokens past the model's last row are common (Gemma 3 has one for images) and harmless:
   * only a prompt that holds one is refused.
   */
  private static int sizeWithoutLastAddedTokens(Tokenizer tokenizer) {
    int size = tokenizer.vocabSize();
    while (size > 0 && tokenizer.addedTokens().containsKey(size - 1)) {
      size--;
    }
    return size;
  }
}
