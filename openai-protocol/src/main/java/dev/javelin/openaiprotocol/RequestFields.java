// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What both endpoints take beside sampling.
 *
 * @param model the model asked for, or null
 * @param requestId the caller's id, or one made here
 * @param priority lower runs first under the priority policy
 * @param cacheSalt keeps prefix cache entries apart, or null
 * @param truncatePromptTokens keep at most so many of the prompt's last tokens; -1 for what the
 *     context holds; null to refuse long prompts
 * @param addSpecialTokens whether the tokenizer adds its special tokens to text
 * @param returnTokenIds whether responses carry token ids
 */
public record RequestFields(
    @Nullable String model,
    String requestId,
    int priority,
    @Nullable String cacheSalt,
    @Nullable Integer truncatePromptTokens,
    boolean addSpecialTokens,
    boolean returnTokenIds) {

  /**
   * @param idPrefix begins an id made here, for example {@code "cmpl-"}
   * @param addSpecialTokens what an absent {@code add_special_tokens} means
   */
  static RequestFields read(JsonFields fields, String idPrefix, boolean addSpecialTokens) {
    String salt = fields.text("cache_salt");
    if (salt != null && salt.isEmpty()) {
      throw ApiException.badRequest("cache_salt must not be empty", "cache_salt");
    }
    String id = fields.text("request_id");
    Integer priority = fields.integer("priority");
    return new RequestFields(
        fields.text("model"),
        idPrefix + (id == null ? UUID.randomUUID().toString().replace("-", "") : id),
        priority == null ? 0 : priority,
        salt,
        fields.integer("truncate_prompt_tokens"),
        fields.bool("add_special_tokens", addSpecialTokens),
        fields.bool("return_token_ids", false));
  }
}
