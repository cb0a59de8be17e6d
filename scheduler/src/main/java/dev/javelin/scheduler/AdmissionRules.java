// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SchedulerConfig;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.kvcache.KVCacheManager;

/**
 * Refuses what can never run. Every request that passes can be computed when it has the whole cache
 * to itself; the scheduler's progress rests on that.
 */
final class AdmissionRules {
  private final SchedulerConfig config;
  private final int maxModelLen;
  private final KVCacheManager cache;

  AdmissionRules(SchedulerConfig config, int maxModelLen, KVCacheManager cache) {
    if (maxModelLen < 2) {
      throw new ValidationException(
          "max_model_len must hold a prompt and a token, 2 or more", "max_model_len", maxModelLen);
    }
    if (!config.enableChunkedPrefill() && config.longPrefillTokenThreshold() > 0) {
      throw new ValidationException(
          "long_prefill_token_threshold needs chunked prefill",
          "long_prefill_token_threshold",
          config.longPrefillTokenThreshold());
    }
    this.config = config;
    this.maxModelLen = maxModelLen;
    this.cache = cache;
  }

  /**
   * @return the most tokens the request may sample: its {@code max_tokens}, or less where the
   *     context ends before
   * @throws ValidationException if it can never run
   */
  int check(EngineCoreRequest request) {
    int promptLength = request.promptTokenIds().size();
    if (promptLength < 1) {
      throw new ValidationException("a prompt has 1 token or more", "num_prompt_tokens", 0);
    }
    if (promptLength >= maxModelLen) {
      throw new ValidationException(
          "the prompt must leave room for a token in max_model_len="
              + maxModelLen
              + "; shorten the prompt or raise max_model_len",
          "num_prompt_tokens",
          promptLength);
    }
    if (!config.enableChunkedPrefill() && promptLength > config.maxNumBatchedTokens()) {
      throw new ValidationException(
          "without chunked prefill a step must hold the whole prompt, max_num_batched_tokens="
              + config.maxNumBatchedTokens()
              + "; shorten the prompt or enable chunked prefill",
          "num_prompt_tokens",
          promptLength);
    }
    int room = maxModelLen - promptLength;
    Integer asked = request.samplingParams().maxTokens();
    int maxTokens = asked == null ? room : Math.min(asked, room);
    checkFits(promptLength, maxTokens);
    return maxTokens;
  }

  private void checkFits(int promptLength, int maxTokens) {
    // Keys and values of the last token are never needed.
    int longest = promptLength + maxTokens - 1;
    int needed = cache.blocksNeeded(longest, config.maxNumBatchedTokens());
    if (needed > cache.numUsableBlocks()) {
      throw new ValidationException(
          "the KV cache can never hold this request: num_blocks_needed="
              + needed
              + " (block_size="
              + cache.blockSize()
              + ", prompt and output of "
              + longest
              + " tokens), usable blocks="
              + cache.numUsableBlocks()
              + "; lower max_tokens, shorten the prompt or enlarge the cache",
          "num_prompt_tokens",
          promptLength);
    }
  }
}
