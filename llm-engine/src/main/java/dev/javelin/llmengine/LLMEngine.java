// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineclient.EngineCoreClients;
import dev.javelin.inputprocessor.InputProcessor;
import dev.javelin.inputprocessor.Renderer;
import dev.javelin.modelloader.hub.DownloadListener;
import dev.javelin.outputprocessor.OutputProcessor;
import dev.javelin.outputprocessor.ParentRequest;
import dev.javelin.outputprocessor.ProcessedOutputs;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine that its caller drives: add requests, call {@link #step} while {@link
 * #hasUnfinishedRequests}, read the outputs.
 *
 * <p>It turns prompts into core requests, hands them to the core through the client it was built
 * with, and turns what comes back into outputs. A request that fails inside the engine throws
 * nothing: it ends with {@link dev.javelin.engineapi.FinishReason#ERROR}, and its stop reason says
 * why.
 *
 * <p>One thread at a time. After {@link #close} every method that needs the core or the tokenizer
 * throws {@link IllegalStateException}.
 */
public final class LLMEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LLMEngine.class);

  private final EngineConfig config;
  private final @Nullable Tokenizer tokenizer;
  private final EngineCoreClient client;
  private final Renderer renderer;
  private final InputProcessor inputProcessor;
  private final OutputProcessor outputProcessor;
  private boolean warnedOfReadyRequests;
  private boolean closed;

  /**
   * An engine over a core that is already there, which need not be one of ours. Where this throws,
   * tokenizer and client are still the caller's to close.
   *
   * @param config the engine's configuration
   * @param assets the model's tokenizer, templates and defaults
   * @param tokenizer the model's tokenizer, or null to serve token-id prompts only; closed with
   *     this engine
   * @param client reaches the core; closed with this engine
   */
  public LLMEngine(
      EngineConfig config,
      ModelAssets assets,
      @Nullable Tokenizer tokenizer,
      EngineCoreClient client) {
    this.config = config;
    this.tokenizer = tokenizer;
    this.client = client;
    this.renderer = new Renderer(config, assets, tokenizer, client.info());
    this.inputProcessor = new InputProcessor(config, assets, tokenizer, client.info());
    this.outputProcessor =
        new OutputProcessor(tokenizer, config.logStats(), config.streamInterval());
  }

  /** Loads a model, downloading it if its name is a hub's. */
  public static LLMEngine load(EngineConfig config) {
    return load(config, DownloadListener.NONE);
  }

  /**
   * Loads a model, downloading it if its name is a hub's.
   *
   * @param listener told about downloads
   * @throws dev.javelin.engineapi.ModelLoadException if there is no such model, or its files are
   *     damaged or not supported
   * @throws dev.javelin.engineapi.ValidationException if the configuration or the tokenizer does
   *     not fit the model
   */
  public static LLMEngine load(EngineConfig config, DownloadListener listener) {
    Path model = ModelSource.resolve(config.model().model(), listener);
    EngineConfig resolved = config.withModelPath(model.toString());
    ModelAssets assets = ShellAssets.read(config.model(), model, listener);
    Tokenizer tokenizer = ShellAssets.tokenizer(config.model(), assets);
    EngineCoreClient client = null;
    try {
      client = EngineCoreClients.makeClient(false, false, resolved);
      return new LLMEngine(resolved, assets, tokenizer, client);
    } catch (RuntimeException | Error e) {
      if (client != null) {
        client.close();
      }
      if (tokenizer != null) {
        tokenizer.close();
      }
      throw e;
    }
  }

  /** The configuration, with the model's name resolved to a path. */
  public EngineConfig config() {
    return config;
  }

  /** The model's tokenizer, if it has one. */
  public Optional<Tokenizer> tokenizer() {
    return Optional.ofNullable(tokenizer);
  }

  /** Renders prompts and conversations to token ids as {@link #addRequest} would. */
  public Renderer renderer() {
    checkOpen();
    return renderer;
  }

  /** The parameters of a request that brings none: the model's own defaults. */
  public SamplingParams defaultSamplingParams() {
    return inputProcessor.defaultSamplingParams();
  }

  /** The limit on generated tokens that the model's own defaults bring, if they bring one. */
  public Optional<Integer> defaultMaxTokens() {
    return inputProcessor.defaultMaxTokens();
  }

  /** Longest sequence, prompt and output together, in tokens. */
  public int maxModelLen() {
    return client.info().maxModelLen();
  }

  /**
   * Queues a request with priority 0. See {@link #addRequest(String, Prompt, SamplingParams,
   * RequestOptions)}.
   */
  public String addRequest(String requestId, Prompt prompt, SamplingParams params) {
    return addRequest(requestId, prompt, params, RequestOptions.DEFAULTS);
  }

  /**
   * Queues a request.
   *
   * @param requestId the caller's id; outputs carry it, several live requests may share it
   * @return the internal id, unique among live requests
   * @throws dev.javelin.engineapi.ValidationException if the request cannot be run; nothing stays
   *     behind then
   */
  public String addRequest(
      String requestId, Prompt prompt, SamplingParams params, RequestOptions options) {
    checkOpen();
    double arrival = options.arrivalTimeSeconds().orElseGet(LLMEngine::now);
    Prompt.Tokens rendered = renderer.renderCompletion(prompt);
    EngineCoreRequest request =
        inputProcessor.process(
            requestId,
            rendered,
            params,
            arrival,
            options.lora(),
            options.priority(),
            options.traceHeaders());
    return submit(request, rendered.text());
  }

  /**
   * Queues a request that was made elsewhere, as it is. Its own id wins over {@code requestId}.
   * Prefer prompts: they are checked against the model.
   *
   * @return the internal id
   */
  public String addRequest(String requestId, EngineCoreRequest request) {
    if (!warnedOfReadyRequests) {
      warnedOfReadyRequests = true;
      LOG.warn(
          "ready-made EngineCoreRequests skip the input processor's checks; pass a Prompt instead");
    }
    if (!requestId.equals(request.requestId())) {
      LOG.warn(
          "request id {} is ignored, the ready-made request is called {}",
          requestId,
          request.requestId());
    }
    return submit(request, null);
  }

  private String submit(EngineCoreRequest request, @Nullable String promptText) {
    checkOpen();
    String internalId = request.requestId() + "-" + UUID.randomUUID().toString().substring(0, 8);
    EngineCoreRequest assigned = request.withRequestId(internalId);
    if (assigned.samplingParams().n() == 1) {
      register(assigned, promptText, null, 0);
      return internalId;
    }
    ParentRequest parent = new ParentRequest(assigned);
    try {
      List<EngineCoreRequest> children = parent.children();
      for (int i = 0; i < children.size(); i++) {
        register(children.get(i), promptText, parent, i);
      }
    } catch (RuntimeException | Error e) {
      abortRequest(List.of(internalId), true);
      throw e;
    }
    return internalId;
  }

  /** The output side is told first, so that no output can arrive for a request it does not know. */
  private void register(
      EngineCoreRequest request,
      @Nullable String promptText,
      @Nullable ParentRequest parent,
      int index) {
    outputProcessor.addRequest(request, promptText, parent, index, null);
    try {
      client.addRequest(request);
    } catch (RuntimeException | Error e) {
      outputProcessor.abortRequests(List.of(request.requestId()), true);
      throw e;
    }
  }

  private static double now() {
    return System.currentTimeMillis() / 1000.0;
  }

  /**
   * Runs the core once.
   *
   * @return what is new of requests that have something to say
   * @throws EngineDeadException if the core has died; all requests have ended then
   */
  public List<RequestOutput> step() {
    checkOpen();
    ProcessedOutputs processed = outputProcessor.processOutputs(coreOutputs());
    abortInCore(processed.requestsToAbort());
    return processed.outputs();
  }

  private EngineCoreOutputs coreOutputs() {
    try {
      return client.getOutput();
    } catch (EngineDeadException e) {
      outputProcessor.failAll(e);
      throw e;
    }
  }

  private void abortInCore(List<String> internalIds) {
    if (!internalIds.isEmpty()) {
      client.abortRequests(internalIds);
    }
  }

  /**
   * Takes back every live request with one of these ids; unknown ids are ignored. No further output
   * comes.
   */
  public void abortRequest(Collection<String> requestIds) {
    abortRequest(requestIds, false);
  }

  /**
   * Takes requests back.
   *
   * @param internal whether the ids are internal ones, which name one request (or all children of
   *     one) each
   */
  public void abortRequest(Collection<String> requestIds, boolean internal) {
    checkOpen();
    abortInCore(outputProcessor.abortRequests(requestIds, internal));
  }

  /** Whether requests have not ended yet. */
  public boolean hasUnfinishedRequests() {
    return outputProcessor.hasUnfinishedRequests();
  }

  /** How many requests have not ended yet; each of n completions counts. */
  public int numUnfinishedRequests() {
    return outputProcessor.numUnfinishedRequests();
  }

  /**
   * Forgets every cached prefix.
   *
   * @return false if requests are running and nothing was reset
   */
  public boolean resetPrefixCache() {
    checkOpen();
    return client.resetPrefixCache(false);
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the engine is closed: model=" + config.model().model());
    }
  }

  /** Ends all requests without an output, and frees the core and the tokenizer. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    outputProcessor.failAll(new EngineDeadException("the engine was closed", null));
    try {
      client.close();
    } finally {
      if (tokenizer != null) {
        tokenizer.close();
      }
    }
  }
}
