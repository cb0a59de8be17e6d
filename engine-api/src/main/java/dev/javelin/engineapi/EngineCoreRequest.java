// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What crosses from the shell to the core: ids and parameters, no text.
 *
 * @param requestId the internal id, unique among live requests
 * @param promptTokenIds the prompt, at least one id
 * @param samplingParams validated, with {@code maxTokens} filled in and secondary end-of-sequence
 *     ids merged into {@code stopTokenIds}
 * @param tokenConstraints end-of-sequence ids and word bans resolved to token ids
 * @param arrivalTimeSeconds wall clock at arrival, in seconds since the epoch
 * @param loraRequest the adapter to apply, or null
 * @param cacheSalt keeps prefix cache entries apart, or null
 * @param priority lower runs first under the priority policy
 * @param traceHeaders W3C trace headers
 * @param externalRequestId the caller's id, set by {@link #withRequestId}
 */
public record EngineCoreRequest(
    String requestId,
    TokenIds promptTokenIds,
    SamplingParams samplingParams,
    TokenConstraints tokenConstraints,
    double arrivalTimeSeconds,
    @Nullable LoRARequest loraRequest,
    @Nullable String cacheSalt,
    int priority,
    Map<String, String> traceHeaders,
    @Nullable String externalRequestId) {
  public EngineCoreRequest {
    traceHeaders = Map.copyOf(traceHeaders);
  }

  /** The id the caller knows this request by. */
  public String externalId() {
    return Optional.ofNullable(externalRequestId).orElse(requestId);
  }

  /**
   * This request under an internal id; the present id becomes the external one.
   *
   * @throws ValidationException if an external id is set already
   */
  public EngineCoreRequest withRequestId(String internalId) {
    if (externalRequestId != null) {
      throw new ValidationException(
          "the external id is assigned by the engine and must not be preset",
          "external_req_id",
          externalRequestId);
    }
    return new EngineCoreRequest(
        internalId,
        promptTokenIds,
        samplingParams,
        tokenConstraints,
        arrivalTimeSeconds,
        loraRequest,
        cacheSalt,
        priority,
        traceHeaders,
        requestId);
  }

  /** A child of this request (one of n completions) with its own id and parameters. */
  public EngineCoreRequest child(String childId, SamplingParams childParams) {
    return new EngineCoreRequest(
        childId,
        promptTokenIds,
        childParams,
        tokenConstraints,
        arrivalTimeSeconds,
        loraRequest,
        cacheSalt,
        priority,
        traceHeaders,
        externalRequestId);
  }
}
