// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.RequestOutput;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** Gathers the outputs of a request's prompts until all are there. */
final class PendingResponse {
  private final LocalRequests.Prepared prepared;
  private final CompletableFuture<Object> response;
  private final RequestOutput[] outputs;
  private int missing;

  PendingResponse(LocalRequests.Prepared prepared, CompletableFuture<Object> response) {
    this.prepared = prepared;
    this.response = response;
    this.missing = prepared.prompts().size();
    this.outputs = new RequestOutput[missing];
  }

  void receive(int index, RequestOutput output) {
    outputs[index] = output;
    if (--missing > 0) {
      return;
    }
    try {
      response.complete(prepared.response().apply(Arrays.asList(outputs)));
    } catch (RuntimeException | Error e) {
      response.completeExceptionally(e);
    }
  }

  void fail(Throwable cause) {
    response.completeExceptionally(cause);
  }
}
