// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.ValidationException;
import org.jspecify.annotations.Nullable;

/**
 * How a prompt becomes token ids, and how long it may be.
 *
 * @param maxTotalTokens most tokens of prompt and output together
 * @param maxOutputTokens tokens of it that are kept free for the output
 * @param truncatePromptTokens longer prompts are cut to this many tokens; -1 for as many as fit,
 *     null for no cutting
 * @param truncationSide where a prompt is cut
 * @param lowerCase whether text is lower-cased first, for models trained so
 * @param addSpecialTokens whether the tokenizer's own additions (BOS, ...) are made
 */
public record TokenizeParams(
    int maxTotalTokens,
    int maxOutputTokens,
    @Nullable Integer truncatePromptTokens,
    TruncationSide truncationSide,
    boolean lowerCase,
    boolean addSpecialTokens) {
  /** Which end of a prompt truncation removes. */
  public enum TruncationSide {
    /** The beginning goes; the last tokens stay. */
    LEFT,
    /** The end goes; the first tokens stay. */
    RIGHT
  }

  /**
   * @throws ValidationException if more is asked for than {@code maxTotalTokens} has room for
   */
  public TokenizeParams {
    if (maxTotalTokens < 1) {
      throw new ValidationException(
          "max_total_tokens must be 1 or more", "max_total_tokens", maxTotalTokens);
    }
    if (maxOutputTokens < 0 || maxOutputTokens > maxTotalTokens) {
      throw new ValidationException(
          "max_output_tokens must be in [0, max_total_tokens=" + maxTotalTokens + "]",
          "max_output_tokens",
          maxOutputTokens);
    }
    int maxInputTokens = maxTotalTokens - maxOutputTokens;
    if (truncatePromptTokens != null
        && (truncatePromptTokens < -1 || truncatePromptTokens > maxInputTokens)) {
      throw new ValidationException(
          "truncate_prompt_tokens must be in [-1, " + maxInputTokens + "]",
          "truncate_prompt_tokens",
          truncatePromptTokens);
    }
  }

  /** Text as given, with the tokenizer's own additions and no truncation. */
  public static TokenizeParams completion(int maxModelLen) {
    return new TokenizeParams(maxModelLen, 0, null, TruncationSide.RIGHT, false, true);
  }

  /** A rendered conversation, which holds its special tokens already, without truncation. */
  public static TokenizeParams chat(int maxModelLen) {
    return new TokenizeParams(maxModelLen, 0, null, TruncationSide.RIGHT, false, false);
  }

  /** These parameters with truncation. */
  public TokenizeParams truncatedTo(int tokens, TruncationSide side) {
    return new TokenizeParams(
        maxTotalTokens, maxOutputTokens, tokens, side, lowerCase, addSpecialTokens);
  }

  /** Most tokens of the prompt. */
  public int maxInputTokens() {
    return maxTotalTokens - maxOutputTokens;
  }
}
