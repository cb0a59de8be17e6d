// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.runner;

import dev.javelin.compute.Backend;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.enginecore.models.Decoder;
import dev.javelin.enginecore.sampler.Logprobs;
import dev.javelin.enginecore.sampler.Sample;
import dev.javelin.enginecore.sampler.Sampler;
import dev.javelin.enginecore.sampler.SamplingState;
import dev.javelin.scheduler.ModelRunnerOutput;
import dev.javelin.scheduler.ModelRunnerOutput.RequestResult;
import dev.javelin.scheduler.ScheduledRequest;
import dev.javelin.scheduler.SchedulerOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Executes what the scheduler decided: packs the step, runs the decoder, samples. */
public final class ModelRunner {
  /** Logits of a step are made in pieces of at most this many bytes. */
  private static final int MAX_LOGITS_BYTES = 128 << 20;

  private final Backend backend;
  private final Decoder decoder;
  private final KVCache cache;
  private final Sampler sampler;
  private final SamplingKeys keys;
  private final int logitsRowsAtOnce;
  private final float[] row;
  private final Map<String, RunnerRequest> requests = new HashMap<>();

  /**
   * @param backend runs the ops; not owned
   * @param decoder the model; not owned
   * @param cache keys and values; not owned
   * @param seed the engine's seed, for requests that bring none
   */
  public ModelRunner(Backend backend, Decoder decoder, KVCache cache, long seed) {
    int vocabSize = decoder.spec().vocabSize();
    this.backend = backend;
    this.decoder = decoder;
    this.cache = cache;
    this.sampler = new Sampler(vocabSize);
    this.keys = new SamplingKeys(seed);
    this.logitsRowsAtOnce = Math.max(1, MAX_LOGITS_BYTES / (vocabSize * Float.BYTES));
    this.row = new float[vocabSize];
  }

  /**
   * Computes one step.
   *
   * @return a result for each scheduled request
   */
  public ModelRunnerOutput execute(SchedulerOutput step) {
    step.finishedRequestIds().forEach(requests::remove);
    step.newRequests().forEach(this::addRequest);
    for (ScheduledRequest entry : step.scheduled()) {
      request(entry).updateBlocks(entry.blockIds(), entry.blocksReplaced());
    }
    if (step.totalTokens() == 0) {
      return new ModelRunnerOutput(Map.of());
    }
    StepInputs inputs =
        StepBatch.pack(
            step.scheduled(), this::request, step.totalTokens(), cache.shape().blockSize());
    try (Step ops = backend.step(inputs)) {
      Tensor hidden = decoder.forward(ops, cache);
      scorePrompts(ops, hidden, step.scheduled());
      return new ModelRunnerOutput(sample(ops, hidden, step.scheduled()));
    }
  }

  private void addRequest(EngineCoreRequest request) {
    SamplingState sampling =
        new SamplingState(
            request.samplingParams(),
            request.tokenConstraints(),
            request.promptTokenIds(),
            keys.next(request.samplingParams()));
    requests.put(request.requestId(), new RunnerRequest(request, sampling));
  }

  private RunnerRequest request(ScheduledRequest entry) {
    return Objects.requireNonNull(requests.get(entry.requestId()), entry.requestId());
  }

  /**
   * Samples for every request whose last known token was computed; the others get an empty result.
   */
  private Map<String, RequestResult> sample(
      Step ops, Tensor hidden, List<ScheduledRequest> scheduled) {
    Map<String, RequestResult> results = new LinkedHashMap<>();
    List<ScheduledRequest> ready = new ArrayList<>();
    for (ScheduledRequest entry : scheduled) {
      results.put(entry.requestId(), RequestResult.NONE);
      if (entry.numComputedTokens() + entry.numScheduledTokens() == request(entry).numTokens()) {
        ready.add(entry);
      }
    }
    Map<String, Integer> lastRows = lastRows(scheduled);
    for (int from = 0; from < ready.size(); from += logitsRowsAtOnce) {
      List<ScheduledRequest> piece =
          ready.subList(from, Math.min(ready.size(), from + logitsRowsAtOnce));
      int[] rows = piece.stream().mapToInt(entry -> lastRows.get(entry.requestId())).toArray();
      Tensor logits = decoder.logits(ops, ops.rows(hidden, rows));
      samplePiece(ops, logits, piece, results);
    }
    return results;
  }

  private void samplePiece(
      Step ops, Tensor logits, List<ScheduledRequest> piece, Map<String, RequestResult> results) {
    boolean anyGreedy = piece.stream().anyMatch(entry -> request(entry).sampling().plainGreedy());
    int[] best = anyGreedy ? ops.argmax(logits) : new int[0];
    for (int i = 0; i < piece.size(); i++) {
      RunnerRequest request = request(piece.get(i));
      Sample sample;
      if (request.sampling().plainGreedy() && best[i] >= 0) {
        sample = new Sample(best[i], null, null);
      } else {
        ops.readRow(logits, i, row);
        sample = sampler.sample(row, request.sampling());
      }
      results.put(piece.get(i).requestId(), result(request, sample));
    }
  }

  private static RequestResult result(RunnerRequest request, Sample sample) {
    if (sample.errorMessage() != null) {
      return new RequestResult(TokenIds.empty(), null, null, sample.errorMessage());
    }
    request.append(sample.tokenId());
    List<TokenLogprobs> logprobs = sample.logprobs() == null ? null : List.of(sample.logprobs());
    return new RequestResult(
        TokenIds.of(sample.tokenId()), logprobs, request.takePromptLogprobs(), null);
  }

  private static Map<String, Integer> lastRows(List<ScheduledRequest> scheduled) {
    Map<String, Integer> rows = new HashMap<>();
    int row = 0;
    for (ScheduledRequest entry : scheduled) {
      row += entry.numScheduledTokens();
      rows.put(entry.requestId(), row - 1);
    }
    return rows;
  }

  /** Log-probabilities of the prompt tokens that follow the rows of this step. */
  private void scorePrompts(Step ops, Tensor hidden, List<ScheduledRequest> scheduled) {
    int firstRow = 0;
    for (ScheduledRequest entry : scheduled) {
      RunnerRequest request = request(entry);
      if (request.wantsPromptLogprobs()) {
        int from = entry.numComputedTokens();
        int to = Math.min(from + entry.numScheduledTokens(), request.numPromptTokens() - 1);
        for (int position = from; position < to; position += logitsRowsAtOnce) {
          int count = Math.min(logitsRowsAtOnce, to - position);
          scorePrompt(ops, hidden, request, position, firstRow + position - from, count);
        }
      }
      firstRow += entry.numScheduledTokens();
    }
  }

  private void scorePrompt(
      Step ops, Tensor hidden, RunnerRequest request, int position, int firstRow, int count) {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = firstRow + i;
    }
    SamplingParams params = request.request().samplingParams();
    int wanted = Objects.requireNonNull(params.promptLogprobs());
    Tensor logits = decoder.logits(ops, ops.rows(hidden, rows));
    for (int i = 0; i < count; i++) {
      ops.readRow(logits, i, row);
      int next = request.token(position + i + 1);
      request.promptLogprobs(position + i + 1, Logprobs.of(row, next, wanted));
    }
  }
}
