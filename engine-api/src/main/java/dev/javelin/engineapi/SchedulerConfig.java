// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * How requests share steps.
 *
 * @param maxNumBatchedTokens most tokens a step computes
 * @param maxNumSeqs most requests that run at once
 * @param enableChunkedPrefill whether a prompt may be computed over several steps
 * @param longPrefillTokenThreshold most tokens of one prompt a step computes; 0 for no such limit
 * @param policy the order of the queue
 * @param reserveFullSequence whether a request is only admitted when blocks for its whole present
 *     length are free
 */
public record SchedulerConfig(
    int maxNumBatchedTokens,
    int maxNumSeqs,
    boolean enableChunkedPrefill,
    int longPrefillTokenThreshold,
    Policy policy,
    boolean reserveFullSequence) {
  /** Tokens a step unless configured; vLLM's default for offline use on a CPU. */
  public static final int DEFAULT_MAX_NUM_BATCHED_TOKENS = 4096;

  /** Requests at once unless configured; vLLM's default for offline use on a CPU. */
  public static final int DEFAULT_MAX_NUM_SEQS = 256;

  public SchedulerConfig {
    if (maxNumSeqs < 1) {
      throw new ValidationException("max_num_seqs must be 1 or more", "max_num_seqs", maxNumSeqs);
    }
    if (maxNumBatchedTokens < maxNumSeqs) {
      throw new ValidationException(
          "max_num_batched_tokens must not be less than max_num_seqs=" + maxNumSeqs,
          "max_num_batched_tokens",
          maxNumBatchedTokens);
    }
    if (longPrefillTokenThreshold < 0) {
      throw new ValidationException(
          "long_prefill_token_threshold must be 0 or more",
          "long_prefill_token_threshold",
          longPrefillTokenThreshold);
    }
  }

  /** The order of the queue. */
  public enum Policy {
    /** First come, first served. */
    FCFS,
    /** Lower priority number first, then earlier arrival, then request id. */
    PRIORITY
  }
}
