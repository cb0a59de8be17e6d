// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelAssets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of {@link ModelAssets} that a tokenizer's files say. */
record TokenizerAssets(
    ModelAssets.@Nullable Vocabulary vocabulary,
    @Nullable String chatTemplate,
    Map<String, String> namedChatTemplates,
    Map<String, String> specialTokens,
    @Nullable Integer bosTokenId,
    List<Integer> eosTokenIds,
    @Nullable Boolean addBosToken) {}
