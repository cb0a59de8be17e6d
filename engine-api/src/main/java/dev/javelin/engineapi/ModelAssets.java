// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything a model's files say that is not a weight: what the shell needs to tokenize, render and
 * choose defaults.
 *
 * @param vocabulary the tokenizer, or null for a model without one (it serves token-id prompts
 *     only)
 * @param chatTemplate the default chat template's source, or null
 * @param namedChatTemplates further templates by name, for example {@code tool_use}
 * @param specialTokens contents by role, for example {@code bos_token}; what templates see as
 *     variables
 * @param bosTokenId the id put before prompts, or null
 * @param eosTokenIds ids that end a sequence, the primary one first
 * @param addBosToken what the model's files say of adding BOS, or null where they say nothing
 * @param generationConfig the members of generation_config.json, JSON-like values
 * @param vocabSize number of logits the model makes, the bound of every token id
 * @param maxModelLen the longest sequence that the model's configuration allows, in tokens
 */
public record ModelAssets(
    @Nullable Vocabulary vocabulary,
    @Nullable String chatTemplate,
    Map<String, String> namedChatTemplates,
    Map<String, String> specialTokens,
    @Nullable Integer bosTokenId,
    List<Integer> eosTokenIds,
    @Nullable Boolean addBosToken,
    Map<String, Object> generationConfig,
    int vocabSize,
    int maxModelLen) {
  public ModelAssets {
    namedChatTemplates = Map.copyOf(namedChatTemplates);
    specialTokens = Map.copyOf(specialTokens);
    eosTokenIds = List.copyOf(eosTokenIds);
  }

  /** The id that ends a sequence and is reported without a stop reason. */
  public Optional<Integer> primaryEosTokenId() {
    return eosTokenIds.stream().findFirst();
  }

  /** Where a tokenizer comes from. */
  public sealed interface Vocabulary {
    /**
     * A Hugging Face {@code tokenizer.json}.
     *
     * @param source the file's name, for messages
     * @param json the file's bytes
     */
    record TokenizerJson(String source, byte[] json) implements Vocabulary {}

    /**
     * The vocabulary arrays of a GGUF file.
     *
     * @param source the file's name, for messages
     * @param metadata the file's {@code tokenizer.*} entries: strings, numbers, booleans, and lists
     *     or primitive arrays of them
     */
    record Gguf(String source, Map<String, Object> metadata) implements Vocabulary {}
  }
}
