// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Locale;

/** Why a request ended. */
public enum FinishReason {
  /** An end-of-sequence token, a stop token id or a stop string. */
  STOP,
  /** {@code max_tokens} or the model's context was reached. */
  LENGTH,
  /** The client took the request back. */
  ABORT,
  /** This request failed inside the engine; others go on. */
  ERROR,
  /** The tail of the output kept repeating itself. */
  REPETITION;

  /** The name as the OpenAI API and vLLM write it, for example {@code "stop"}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
