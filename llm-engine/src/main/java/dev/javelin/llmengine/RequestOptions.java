// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.LoRARequest;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * What a request may bring beside its prompt and sampling parameters.
 *
 * @param priority lower runs first under the priority policy
 * @param lora an adapter to apply, or null
 * @param arrivalTimeSeconds wall clock at arrival in seconds since the epoch; empty for now
 * @param traceHeaders W3C trace headers
 */
public record RequestOptions(
    int priority,
    @Nullable LoRARequest lora,
    OptionalDouble arrivalTimeSeconds,
    Map<String, String> traceHeaders) {
  /** Priority 0, nothing else. */
  public static final RequestOptions DEFAULTS =
      new RequestOptions(0, null, OptionalDouble.empty(), Map.of());

  public RequestOptions {
    traceHeaders = Map.copyOf(traceHeaders);
  }

  /** The defaults with a priority. */
  public static RequestOptions priority(int priority) {
    return new RequestOptions(priority, null, OptionalDouble.empty(), Map.of());
  }
}
