// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.inputprocessor.ChatRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
 * <p>One thread at a time.
 */
public final class LLM implements AutoCloseable {
  private final LLMEngine engine;
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
    return generate(List.of(Prompt.text(prompt)), GenerateOptions.of(params)).get(0);
  }

  /** Continues one text with the model's default parameters. */
  public RequestOutput generate(String prompt) {
    return generate(List.of(Prompt.text(prompt)), GenerateOptions.defaults()).get(0);
  }

  /** Continues each prompt with the same parameters. */
  public List<RequestOutput> generate(List<Prompt> prompts, SamplingParams params) {
    return generate(prompts, GenerateOptions.of(params));
  }

  /**
   * Continues each prompt.
   *
   * @return one output a prompt, in the same order
   * @throws dev.javelin.engineapi.ValidationException if one of them cannot be run; none of them is
   *     run then
   */
  public List<RequestOutput> generate(List<? extends Prompt> prompts, GenerateOptions options) {
    enqueue(prompts, options);
    return waitForCompletion(options.progress());
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
    addAll(conversations.size(), i -> engine.renderer().renderChat(conversations.get(i)), options);
    return waitForCompletion(options.progress());
  }

  /**
   * Queues prompts without running them.
   *
   * @return their internal ids
   */
  public List<String> enqueue(List<? extends Prompt> prompts, GenerateOptions options) {
    return addAll(prompts.size(), prompts::get, options);
  }

  /** Runs everything that is queued; outputs come in the order of queueing. */
  public List<RequestOutput> waitForCompletion(ProgressListener listener) {
    BatchProgress progress = new BatchProgress(listener, engine.numUnfinishedRequests());
    List<RequestOutput> finished = new ArrayList<>();
    while (engine.hasUnfinishedRequests()) {
      for (RequestOutput output : engine.step()) {
        if (output.finished()) {
          finished.add(output);
          progress.finished(output);
        }
      }
    }
    finished.sort(Comparator.comparingLong(output -> Long.parseLong(output.requestId())));
    return finished;
  }

  private List<String> addAll(int count, IntFunction<Prompt> prompts, GenerateOptions options) {
    options.check(count);
    SamplingParams defaults =
        options.params().isEmpty() ? engine.defaultSamplingParams() : SamplingParams.defaults();
    List<String> added = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        SamplingParams params =
            options.paramsOf(i, defaults).with(p -> p.outputKind(RequestOutputKind.FINAL_ONLY));
        added.add(
            engine.addRequest(
                Long.toString(requestCounter++), prompts.apply(i), params, options.optionsOf(i)));
      }
      return added;
    } catch (RuntimeException e) {
      engine.abortRequest(added, true);
      throw e;
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

  @Override
  public void close() {
    engine.close();
  }
}
