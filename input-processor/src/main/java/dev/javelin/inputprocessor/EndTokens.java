// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids that end a sequence of this model.
 *
 * @param ids end-of-sequence ids that the model can sample, the primary one first
 * @param hasPrimary whether the first of them is the primary one
 */
record EndTokens(List<Integer> ids, boolean hasPrimary) {
  /** The end tokens of a model; ids that it has no logit for are left out. */
  static EndTokens of(ModelAssets assets, int vocabSize) {
    List<Integer> all = assets.eosTokenIds();
    List<Integer> known = all.stream().filter(id -> id >= 0 && id < vocabSize).toList();
    boolean hasPrimary = !known.isEmpty() && known.get(0).equals(all.get(0));
    return new EndTokens(known, hasPrimary);
  }

  /** The id that ends a request without a stop reason, or null. */
  @Nullable Integer primary(SamplingParams params) {
    return params.ignoreEos() || !hasPrimary ? null : ids.get(0);
  }

  /** The request's stop ids with the model's secondary end tokens, unless it ignores them. */
  List<Integer> stopTokenIds(SamplingParams params) {
    if (params.ignoreEos()) {
      return params.stopTokenIds();
    }
    Set<Integer> merged = new LinkedHashSet<>(params.stopTokenIds());
    merged.addAll(ids.subList(hasPrimary ? 1 : 0, ids.size()));
    return TokenIds.copyOf(merged);
  }

  /** Every id that {@code min_tokens} holds back. */
  TokenIds all(SamplingParams params) {
    Set<Integer> all = new LinkedHashSet<>(ids);
    all.addAll(params.stopTokenIds());
    return TokenIds.copyOf(all);
  }
}
