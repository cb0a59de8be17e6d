// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

import dev.javelin.openaiprotocol.ApiException;
import dev.javelin.openaiprotocol.BatchLine;
import dev.javelin.openaiprotocol.BatchResponseLine;
import dev.javelin.openaiprotocol.ErrorObject;
import dev.javelin.openaiprotocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs one batch file to its end: responses come in the order of the requests. */
public final class BatchRunner {
  /** Longest input line, in bytes. */
  public static final int MAX_LINE_BYTES = 64 << 20;

  /** How much of a line decides whether it is blank, where lines are only counted. */
  private static final int COUNTED_BYTES = 256;

  private final InferenceClient client;
  private final int maxInFlight;
  private final Consumer<BatchSummary> progress;
  private final Deque<CompletableFuture<BatchResponseLine>> inFlight = new ArrayDeque<>();
  private final Set<String> customIds = new HashSet<>();
  private long succeeded;
  private long failed;

  /**
   * @param client answers the requests; not owned
   * @param maxInFlight most requests that are sent and not yet written; must exceed what the client
   *     runs at once
   * @param progress told after every response line
   */
  public BatchRunner(InferenceClient client, int maxInFlight, Consumer<BatchSummary> progress) {
    this.client = client;
    this.maxInFlight = maxInFlight;
    this.progress = progress;
  }

  /**
   * How many requests a file holds: its lines that are not blank.
   *
   * @throws UncheckedIOException if it cannot be read; names it
   */
  public static long countRequests(Path input) {
    try (BatchInput lines = new BatchInput(input, COUNTED_BYTES)) {
      long count = 0;
      while (lines.next() != null) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private static UncheckedIOException unusable(IOException e) {
    return new UncheckedIOException("batch files cannot be read or written: " + e, e);
  }

  /**
   * Reads {@code input} and writes a response line for each of its requests to {@code output},
   * which appears when all is done. Until then they are in a file beside it whose name ends in
   * {@code .partial}; links, pipes and devices are written to directly.
   *
   * @throws ApiException if the input holds no request, or is the output too
   * @throws UncheckedIOException if a file cannot be read or written; names it
   */
  public BatchSummary run(Path input, Path output) {
    try {
      if (Files.exists(output) && Files.isSameFile(input, output)) {
        throw ApiException.badRequest(
            "the output file must not be the input file: " + output, null);
      }
      try (BatchInput lines = new BatchInput(input, MAX_LINE_BYTES);
          BatchOutput responses = new BatchOutput(output)) {
        answer(lines, responses);
        if (succeeded + failed == 0) {
          responses.discard();
          throw ApiException.badRequest("the input file is empty: " + input, null);
        }
        responses.commit();
      }
    } catch (IOException e) {
      throw unusable(e);
    }
    return summary();
  }

  private void answer(BatchInput lines, BatchOutput responses) throws IOException {
    BatchInput.Line line;
    while ((line = lines.next()) != null) {
      if (inFlight.size() >= maxInFlight) {
        write(responses);
      }
      inFlight.add(start(line));
    }
    while (!inFlight.isEmpty()) {
      write(responses);
    }
  }

  private CompletableFuture<BatchResponseLine> start(BatchInput.Line line) {
    try {
      if (line.tooLong()) {
        throw ApiException.badRequest("the line is longer than " + MAX_LINE_BYTES + " bytes", null);
      }
      BatchLine request = BatchLine.read(line.bytes());
      if (!customIds.add(request.customId())) {
        throw ApiException.badRequest(
            "custom_id is a duplicate: custom_id=" + request.customId(), "custom_id");
      }
      return client
          .send(request)
          .handle((body, fault) -> response(line.number(), request.customId(), body, fault));
    } catch (ApiException e) {
      String customId = BatchLine.customIdOf(line.bytes());
      return CompletableFuture.completedFuture(response(line.number(), customId, null, e));
    }
  }

  private static BatchResponseLine response(
      long number, @Nullable String customId, @Nullable Object body, @Nullable Throwable fault) {
    if (fault == null && body != null && customId != null) {
      return BatchResponseLine.succeeded(customId, body);
    }
    Throwable cause =
        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    ErrorObject error =
        ErrorObject.of(cause == null ? new IllegalStateException("no response") : cause);
    return BatchResponseLine.failed(
        customId,
        new ErrorObject(
            "line " + number + ": " + error.message(), error.type(), error.param(), error.code()));
  }

  private void write(BatchOutput responses) throws IOException {
    BatchResponseLine line = inFlight.remove().join();
    responses.writeLine(Json.write(line));
    if (line.error() == null) {
      succeeded++;
    } else {
      failed++;
    }
    progress.accept(summary());
  }

  private BatchSummary summary() {
    return new BatchSummary(succeeded + failed, succeeded, failed);
  }
}
