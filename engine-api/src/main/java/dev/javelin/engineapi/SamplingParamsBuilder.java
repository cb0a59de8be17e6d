// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values of {@link SamplingParams}; each method sets the component of its name. Not
 * thread-safe.
 */
public final class SamplingParamsBuilder {
  private int n = 1;
  private double presencePenalty;
  private double frequencyPenalty;
  private double repetitionPenalty = 1;
  private double temperature = 1;
  private double topP = 1;
  private int topK;
  private double minP;
  private @Nullable Long seed;
  private List<String> stop = List.of();
  private List<Integer> stopTokenIds = List.of();
  private boolean ignoreEos;
  private @Nullable Integer maxTokens = 16;
  private int minTokens;
  private @Nullable Integer logprobs;
  private @Nullable Integer promptLogprobs;
  private @Nullable List<Integer> logprobTokenIds;
  private boolean detokenize = true;
  private boolean skipSpecialTokens = true;
  private boolean spacesBetweenSpecialTokens = true;
  private boolean includeStopStrInOutput;
  private RequestOutputKind outputKind = RequestOutputKind.CUMULATIVE;
  private @Nullable Map<Integer, Double> logitBias;
  private @Nullable List<Integer> allowedTokenIds;
  private List<String> badWords = List.of();
  private @Nullable RepetitionDetection repetitionDetection;
  private boolean skipReadingPrefixCache;
  private Map<String, Object> extraArgs = Map.of();

  SamplingParamsBuilder() {}

  SamplingParamsBuilder(SamplingParams params) {
    n = params.n();
    presencePenalty = params.presencePenalty();
    frequencyPenalty = params.frequencyPenalty();
    repetitionPenalty = params.repetitionPenalty();
    temperature = params.temperature();
    topP = params.topP();
    topK = params.topK();
    minP = params.minP();
    seed = params.seed();
    stop = params.stop();
    stopTokenIds = params.stopTokenIds();
    ignoreEos = params.ignoreEos();
    maxTokens = params.maxTokens();
    minTokens = params.minTokens();
    logprobs = params.logprobs();
    promptLogprobs = params.promptLogprobs();
    logprobTokenIds = params.logprobTokenIds();
    detokenize = params.detokenize();
    skipSpecialTokens = params.skipSpecialTokens();
    spacesBetweenSpecialTokens = params.spacesBetweenSpecialTokens();
    includeStopStrInOutput = params.includeStopStrInOutput();
    outputKind = params.outputKind();
    logitBias = params.logitBias();
    allowedTokenIds = params.allowedTokenIds();
    badWords = params.badWords();
    repetitionDetection = params.repetitionDetection();
    skipReadingPrefixCache = params.skipReadingPrefixCache();
    extraArgs = params.extraArgs();
  }

  public SamplingParamsBuilder n(int n) {
    this.n = n;
    return this;
  }

  public SamplingParamsBuilder presencePenalty(double presencePenalty) {
    this.presencePenalty = presencePenalty;
    return this;
  }

  public SamplingParamsBuilder frequencyPenalty(double frequencyPenalty) {
    this.frequencyPenalty = frequencyPenalty;
    return this;
  }

  public SamplingParamsBuilder repetitionPenalty(double repetitionPenalty) {
    this.repetitionPenalty = repetitionPenalty;
    return this;
  }

  public SamplingParamsBuilder temperature(double temperature) {
    this.temperature = temperature;
    return this;
  }

  public SamplingParamsBuilder topP(double topP) {
    this.topP = topP;
    return this;
  }

  public SamplingParamsBuilder topK(int topK) {
    this.topK = topK;
    return this;
  }

  public SamplingParamsBuilder minP(double minP) {
    this.minP = minP;
    return this;
  }

  public SamplingParamsBuilder seed(@Nullable Long seed) {
    this.seed = seed;
    return this;
  }

  public SamplingParamsBuilder stop(List<String> stop) {
    this.stop = stop;
    return this;
  }

  public SamplingParamsBuilder stopTokenIds(List<Integer> stopTokenIds) {
    this.stopTokenIds = stopTokenIds;
    return this;
  }

  public SamplingParamsBuilder ignoreEos(boolean ignoreEos) {
    this.ignoreEos = ignoreEos;
    return this;
  }

  public SamplingParamsBuilder maxTokens(@Nullable Integer maxTokens) {
    this.maxTokens = maxTokens;
    return this;
  }

  public SamplingParamsBuilder minTokens(int minTokens) {
    this.minTokens = minTokens;
    return this;
  }

  public SamplingParamsBuilder logprobs(@Nullable Integer logprobs) {
    this.logprobs = logprobs;
    return this;
  }

  public SamplingParamsBuilder promptLogprobs(@Nullable Integer promptLogprobs) {
    this.promptLogprobs = promptLogprobs;
    return this;
  }

  public SamplingParamsBuilder logprobTokenIds(@Nullable List<Integer> logprobTokenIds) {
    this.logprobTokenIds = logprobTokenIds;
    return this;
  }

  public SamplingParamsBuilder detokenize(boolean detokenize) {
    this.detokenize = detokenize;
    return this;
  }

  public SamplingParamsBuilder skipSpecialTokens(boolean skipSpecialTokens) {
    this.skipSpecialTokens = skipSpecialTokens;
    return this;
  }

  public SamplingParamsBuilder spacesBetweenSpecialTokens(boolean spacesBetweenSpecialTokens) {
    this.spacesBetweenSpecialTokens = spacesBetweenSpecialTokens;
    return this;
  }

  public SamplingParamsBuilder includeStopStrInOutput(boolean includeStopStrInOutput) {
    this.includeStopStrInOutput = includeStopStrInOutput;
    return this;
  }

  public SamplingParamsBuilder outputKind(RequestOutputKind outputKind) {
    this.outputKind = outputKind;
    return this;
  }

  public SamplingParamsBuilder logitBias(@Nullable Map<Integer, Double> logitBias) {
    this.logitBias = logitBias;
    return this;
  }

  public SamplingParamsBuilder allowedTokenIds(@Nullable List<Integer> allowedTokenIds) {
    this.allowedTokenIds = allowedTokenIds;
    return this;
  }

  public SamplingParamsBuilder badWords(List<String> badWords) {
    this.badWords = badWords;
    return this;
  }

  public SamplingParamsBuilder repetitionDetection(
      @Nullable RepetitionDetection repetitionDetection) {
    this.repetitionDetection = repetitionDetection;
    return this;
  }

  public SamplingParamsBuilder skipReadingPrefixCache(boolean skipReadingPrefixCache) {
    this.skipReadingPrefixCache = skipReadingPrefixCache;
    return this;
  }

  public SamplingParamsBuilder extraArgs(Map<String, Object> extraArgs) {
    this.extraArgs = extraArgs;
    return this;
  }

  /** Sets the strings that end a completion. */
  public SamplingParamsBuilder stop(String... stop) {
    return stop(List.of(stop));
  }

  /**
   * The parameters.
   *
   * @throws ValidationException if a value is outside its range or two contradict each other
   */
  public SamplingParams build() {
    return new SamplingParams(
        n,
        presencePenalty,
        frequencyPenalty,
        repetitionPenalty,
        temperature,
        topP,
        topK,
        minP,
        seed,
        stop,
        stopTokenIds,
        ignoreEos,
        maxTokens,
        minTokens,
        logprobs,
        promptLogprobs,
        logprobTokenIds,
        detokenize,
        skipSpecialTokens,
        spacesBetweenSpecialTokens,
        includeStopStrInOutput,
        outputKind,
        logitBias,
        allowedTokenIds,
        badWords,
        repetitionDetection,
        skipReadingPrefixCache,
        extraArgs);
  }
}
