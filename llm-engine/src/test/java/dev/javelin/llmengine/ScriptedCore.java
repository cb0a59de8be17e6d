// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.testsupport.Goldens;
import dev.javelin.tokenizer.Tokenizers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A core that does what a test says, and remembers what it was told. */
final class ScriptedCore implements EngineCoreClient {
  private final Deque<Supplier<List<EngineCoreOutput>>> steps = new ArrayDeque<>();
  final List<EngineCoreRequest> added = new ArrayList<>();
  final List<List<String>> aborts = new ArrayList<>();
  Predicate<EngineCoreRequest> refused = request -> false;
  int numSteps;
  int numCloses;

  /** An engine over this core, with the tokenizer and templates of the tiny LLaMA model. */
  LLMEngine engine() {
    ModelAssets assets;
    try (Checkpoint checkpoint = Checkpoint.open(Goldens.small("tiny/llama"))) {
      assets = checkpoint.assets();
    }
    Tokenizer tokenizer = Tokenizers.create(Objects.requireNonNull(assets.vocabulary()));
    return new LLMEngine(EngineConfig.builder("scripted").build(), assets, tokenizer, this);
  }

  /** The outputs of a later step. */
  ScriptedCore then(Supplier<List<EngineCoreOutput>> outputs) {
    steps.add(outputs);
    return this;
  }

  /** A later step that fails. */
  ScriptedCore thenFail(RuntimeException failure) {
    return then(
        () -> {
          throw failure;
        });
  }

  /** What a step produced for the {@code index}-th request that was added. */
  EngineCoreOutput tokens(int index, @Nullable FinishReason reason, int... ids) {
    return new EngineCoreOutput(
        id(index), TokenIds.of(ids), null, null, reason, null, null, List.of(), null);
  }

  /** The internal id of the {@code index}-th request that was added. */
  String id(int index) {
    return added.get(index).requestId();
  }

  @Override
  public void addRequest(EngineCoreRequest request) {
    if (refused.test(request)) {
      throw new ValidationException(
          "the script refuses it", "request_id", String.valueOf(request.externalRequestId()));
    }
    added.add(request);
  }

  @Override
  public void abortRequests(List<String> requestIds) {
    aborts.add(requestIds);
  }

  @Override
  public EngineCoreOutputs getOutput() {
    numSteps++;
    return new EngineCoreOutputs(steps.remove().get(), null, numSteps);
  }

  @Override
  public boolean resetPrefixCache(boolean resetRunningRequests) {
    return true;
  }

  @Override
  public CoreInfo info() {
    return new CoreInfo(512, 384, 100, 16);
  }

  @Override
  public void close() {
    numCloses++;
  }
}
