// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.TokenLogprobs;
import org.jspecify.annotations.Nullable;

/**
 * What came of one row.
 *
 * @param tokenId the sampled token, -1 with an error
 * @param logprobs log-probabilities, if the request asks for them
 * @param errorMessage why no token could be sampled, null if one was; ends the request
 */
public record Sample(int tokenId, @Nullable TokenLogprobs logprobs, @Nullable String errorMessage) {
  static Sample failed(String errorMessage) {
    return new Sample(-1, null, errorMessage);
  }
}
