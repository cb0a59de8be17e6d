// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.RequestOutput;
import java.util.List;

/**
 * What one step of the core has led to.
 *
 * @param outputs outputs of requests without a collector, in the core's order
 * @param requestsToAbort internal ids of requests that have ended here while the core goes on with
 *     them: by a stop string, or because their text could not be made
 */
public record ProcessedOutputs(List<RequestOutput> outputs, List<String> requestsToAbort) {
  public ProcessedOutputs {
    outputs = List.copyOf(outputs);
    requestsToAbort = List.copyOf(requestsToAbort);
  }
}
