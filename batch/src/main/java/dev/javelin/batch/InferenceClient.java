// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

import dev.javelin.openaiprotocol.BatchLine;
import java.util.concurrent.CompletableFuture;

/** Whatever answers OpenAI requests: an engine in this JVM, or a gateway. Safe for many threads. */
public interface InferenceClient extends AutoCloseable {
  /**
   * Starts a request.
   *
   * @return completes with the response's body, a value that serialises to JSON; or exceptionally
   *     with the fault, which {@code ErrorObject.of} turns into an error object
   */
  CompletableFuture<Object> send(BatchLine request);

  /** Takes back what is in flight and frees everything. */
  @Override
  void close();
}
