// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.inputprocessor.ChatRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * A language model for offline use: give it prompts, get their completions when all are done.
 *
 * <pre>{@code
 * try (LLM llm = LLM.load("HuggingFaceTB/SmolLM2-135M-Instruct")) {
 *   RequestOutput output = llm.chat(List.of(ChatMessage.user("What is gravity?")), SamplingParams.greedy(64));
 *   String answer = output.outputs().get(0).text();
 * }
 * }</pre>
 *
 * <p>A request that fails inside the engine does not fail its batch: its output has {@link
 * dev.javelin.engineapi.FinishReason#ERROR}, and its stop reason says why. Parameters are never
 * changed, and {@code output_kind} is not looked at.
 *
 * <p>One thread at a time. After {@link #close} everything throws {@link IllegalStateException}.
 */
public final class LLM implements AutoCloseable {
  private final LLMEngine engine;

  /** Internal ids of the requests that have not ended, by their ids. */
  private final Map<String, String> pending = new HashMap<>();

  /** Outputs of requests that have ended and were not given to the caller yet, by their ids. */
  private final Map<String, RequestOutput> done = new HashMap<>();

  /** The ids of what {@link #enqueue} brought since the last {@link #waitForCompletion}. */
  private final List<String> queued = new ArrayList<>();

  private long requestCounter;

  /** A model over an engine, which is closed with it. */
  public LLM(LLMEngine engine) {
    this.engine = engine;
  }

  /** Loads a model from a directory, a GGUF file or the hub, with default settings. */
  public static LLM load(String model) {
    return load(EngineConfig.builder(model).build());
  }

  /** Loads a model. See {@link LLMEngine#load(EngineConfig)} for what is thrown. */
  public static LLM load(EngineConfig config) {
    return new LLM(LLMEngine.load(config));
  }

  /** The engine below. */
  public LLMEngine engine() {
    return engine;
  }

  /** The parameters of prompts that bring none: the model's own defaults. */
  public SamplingParams defaultSamplingParams() {
    return engine.defaultSamplingParams();
  }

  /** Continues one text. */
  public RequestOutput generate(String prompt, SamplingParams params) {
    return generate(Prompt.text(prompt), params);
  }

  /** Continues one prompt. */
  public RequestOutput generate(Prompt prompt, SamplingParams params) {
    return generate(List.of(prompt), GenerateOptions.of(params)).get(0);
  }

  /** Continues one text with the model's default parameters. */
  public RequestOutput generate(String prompt) {
    return generate(List.of(Prompt.text(prompt)), GenerateOptions.defaults()).get(0);
  }

  /** Continues each prompt with the same parameters. */
  public List<RequestOutput> generate(List<? extends Prompt> prompts, SamplingParams params) {
    return generate(prompts, GenerateOptions.of(params));
  }

  /**
   * Continues each prompt. What was queued before runs along.
   *
   * @return one output a prompt, in the same order
   * @throws dev.javelin.engineapi.ValidationException if one of them cannot be run; none of them is
   *     run then
   * @throws EngineException if the engine has died, or the thread is interrupted (it still is
   *     then); none of the prompts runs on
   */
  public List<RequestOutput> generate(List<? extends Prompt> prompts, GenerateOptions options) {
    return complete(addAll(prompts.size(), prompts::get, options), options.progress());
  }

  /** Answers one conversation. */
  public RequestOutput chat(List<ChatMessage> messages, SamplingParams params) {
    return chat(List.of(ChatRequest.of(messages)), GenerateOptions.of(params)).get(0);
  }

  /** Answers one conversation with the model's default parameters. */
  public RequestOutput chat(List<ChatMessage> messages) {
    return chat(List.of(ChatRequest.of(messages)), GenerateOptions.defaults()).get(0);
  }

  /**
   * Answers each conversation.
   *
   * @return one output a conversation, in the same order
   * @throws dev.javelin.engineapi.ChatTemplateException if the template is missing or refuses one
   *     of them
   * @throws dev.javelin.engineapi.ValidationException if one of them cannot be run; none of them is
   *     run then
   */
  public List<RequestOutput> chat(List<ChatRequest> conversations, GenerateOptions options) {
    IntFunction<Prompt> prompts = i -> engine.renderer().renderChat(conversations.get(i));
    return complete(addAll(conversations.size(), prompts, options), options.progress());
  }

  /**
   * Queues prompts without running them.
   *
   * @return their internal ids
   * @throws dev.javelin.engineapi.ValidationException if one of them cannot be run; none of them is
   *     queued then
   */
  public List<String> enqueue(List<? extends Prompt> prompts, GenerateOptions options) {
    List<String> ids = addAll(prompts.size(), prompts::get, options);
    queued.addAll(ids);
    return ids.stream().map(pending::get).map(Objects::requireNonNull).toList();
  }

  /**
   * Runs everything that is queued.
   *
   * @return one output a prompt, in the order of queueing
   * @throws EngineException as {@link #generate(List, GenerateOptions)} does; nothing is queued
   *     then
   */
  public List<RequestOutput> waitForCompletion(ProgressListener listener) {
    engine.checkOpen();
    List<String> ids = List.copyOf(queued);
    queued.clear();
    return complete(ids, listener);
  }

  /**
   * Queues requests in order.
   *
   * @return their ids, the keys of {@link #pending}
   */
  private List<String> addAll(int count, IntFunction<Prompt> prompts, GenerateOptions options) {
    engine.checkOpen();
    options.check(count);
    SamplingParams defaults = engine.defaultSamplingParams();
    List<String> ids = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        String id = Long.toString(requestCounter++);
        SamplingParams params =
            options.paramsOf(i, defaults).with(p -> p.outputKind(RequestOutputKind.FINAL_ONLY));
        pending.put(id, engine.addRequest(id, prompts.apply(i), params, options.optionsOf(i)));
        ids.add(id);
      }
      return ids;
    } catch (RuntimeException | Error e) {
      takeBack(ids, e);
      throw e;
    }
  }

  /** Runs until nothing is pending, whoever queued it, and gives the outputs of some requests. */
  private List<RequestOutput> complete(List<String> ids, ProgressListener listener) {
    try {
      BatchProgress progress = new BatchProgress(listener, engine.numUnfinishedRequests());
      while (!pending.isEmpty() && engine.hasUnfinishedRequests()) {
        checkNotInterrupted();
        takeIn(engine.step()).forEach(progress::finished);
      }
      if (!engine.hasUnfinishedRequests()) {
        // Left are requests that were aborted through the engine.
        pending.clear();
      }
      return ids.stream().map(done::remove).filter(Objects::nonNull).toList();
    } catch (RuntimeException | Error e) {
      takeBack(ids, e);
      throw e;
    }
  }

  private List<RequestOutput> takeIn(List<RequestOutput> outputs) {
    List<RequestOutput> finished =
        outputs.stream()
            .filter(output -> output.finished() && pending.remove(output.requestId()) != null)
            .toList();
    finished.forEach(output -> done.put(output.requestId(), output));
    return finished;
  }

  private static void checkNotInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new EngineException("the thread was interrupted while its requests were running");
    }
  }

  /** Forgets requests, here and in the engine. */
  private void takeBack(List<String> ids, Throwable cause) {
    done.keySet().removeAll(ids);
    List<String> internalIds = ids.stream().map(pending::remove).filter(Objects::nonNull).toList();
    try {
      engine.abortRequest(internalIds, true);
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Forgets every cached prefix.
   *
   * @return false if requests are running and nothing was reset
   */
  public boolean resetPrefixCache() {
    return engine.resetPrefixCache();
  }

  /** Closes the engine; closing twice does no harm. */
  @Override
  public void close() {
    engine.close();
  }
}
