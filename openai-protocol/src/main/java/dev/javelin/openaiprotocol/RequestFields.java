// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import java.util.List;
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
 * @param returnTokensAsTokenIds whether log-probabilities name tokens by id, as {@code
 *     "token_id:5"}
 * @param ignored names of fields that the body holds and nothing here knows
 */
public record RequestFields(
    @Nullable String model,
    String requestId,
    int priority,
    @Nullable String cacheSalt,
    @Nullable Integer truncatePromptTokens,
    boolean addSpecialTokens,
    boolean returnTokenIds,
    boolean returnTokensAsTokenIds,
    List<String> ignored) {
  public RequestFields {
    ignored = List.copyOf(ignored);
  }

  /**
   * Reads these fields, after all others of a body have been read.
   *
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
    String model = fields.text("model");
    Integer truncate = fields.integer("truncate_prompt_tokens");
    boolean special = fields.bool("add_special_tokens", addSpecialTokens);
    boolean ids = fields.bool("return_token_ids", false);
    boolean asIds = fields.bool("return_tokens_as_token_ids", false);
    return new RequestFields(
        model,
        idPrefix + (id == null ? UUID.randomUUID().toString().replace("-", "") : id),
        priority == null ? 0 : priority,
        salt,
        truncate,
        special,
        ids,
        asIds,
        fields.unread());
  }
}
