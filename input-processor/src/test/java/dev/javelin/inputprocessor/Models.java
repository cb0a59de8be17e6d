// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.ModelAssets;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Small models for tests. */
final class Models {
  static final String CHATML =
      "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
          + "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

  private Models() {}

  static byte[] bytes(String resource) {
    try (InputStream in = Models.class.getResourceAsStream("/" + resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ModelAssets.Vocabulary vocabulary(String resource) {
    return new ModelAssets.Vocabulary.TokenizerJson(resource, bytes(resource));
  }

  /** The assets of a model with the 384 tokens of tiny_tokenizer.json. */
  static ModelAssets tiny(List<Integer> eosTokenIds, Map<String, Object> generationConfig) {
    return new ModelAssets(
        vocabulary("tiny_tokenizer.json"),
        CHATML,
        Map.of(),
        Map.of("bos_token", "<s>", "eos_token", "</s>"),
        1,
        eosTokenIds,
        false,
        generationConfig,
        384,
        64);
  }

  /** The assets of a model whose tokenizer adds BOS (1) and has 32 tokens. */
  static ModelAssets addingBos(@Nullable String chatTemplate, int vocabSize) {
    return new ModelAssets(
        vocabulary("bos_tokenizer.json"),
        chatTemplate,
        Map.of(),
        Map.of("bos_token", "<s>", "eos_token", "</s>"),
        1,
        List.of(2),
        true,
        Map.of(),
        vocabSize,
        64);
  }

  static EngineCoreClient.CoreInfo limits(int maxModelLen, int vocabSize) {
    return new EngineCoreClient.CoreInfo(maxModelLen, vocabSize, 100, 16);
  }
}
