// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreClient;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineclient.EngineCoreClients;
import dev.javelin.inputprocessor.InputProcessor;
import dev.javelin.inputprocessor.Renderer;
import dev.javelin.modelloader.Checkpoint;
import dev.javelin.modelloader.hub.DownloadListener;
import dev.javelin.outputprocessor.OutputProcessor;
import dev.javelin.outputprocessor.ParentRequest;
import dev.javelin.outputprocessor.ProcessedOutputs;
import dev.javelin.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine that its caller drives: add requests, call {@link #step} while {@link
 * #hasUnfinishedRequests}, read the outputs.
 *
 * <p>It turns prompts into core requests, hands them to the core through the client it was built
 * with, and turns what comes back into outputs. One thread at a time.
 */
public final class LLMEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LLMEngine.class);

  private final EngineConfig config;
  private final @Nullable Tokenizer tokenizer;
  private final EngineCoreClient client;
  private final Renderer renderer;
  private final InputProcessor inputProcessor;
  private final OutputProcessor outputProcessor;
  private final AtomicBoolean warnedOfReadyRequests = new AtomicBoolean();

  /**
   * An engine over a core that is already there, which need not be one of ours.
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
   * @throws dev.javelin.engineapi.ValidationException if the configuration does not fit the model
   */
  public static LLMEngine load(EngineConfig config, DownloadListener listener) {
    Path model = ModelSource.resolve(config.model().model(), listener);
    EngineConfig resolved = config.withModelPath(model.toString());
    ModelAssets assets = assets(config, model, listener);
    Tokenizer tokenizer = tokenizer(config, assets);
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

  private static ModelAssets assets(EngineConfig config, Path model, DownloadListener listener) {
    ModelAssets assets = readAssets(model);
    String tokenizer = config.model().tokenizer();
    if (tokenizer == null) {
      return assets;
    }
    return assets.withTextOf(readAssets(ModelSource.resolve(tokenizer, listener)));
  }

  private static ModelAssets readAssets(Path model) {
    try (Checkpoint checkpoint = Checkpoint.open(model)) {
      return checkpoint.assets();
    }
  }

  private static @Nullable Tokenizer tokenizer(EngineConfig config, ModelAssets assets) {
    ModelAssets.Vocabulary vocabulary = assets.vocabulary();
    return vocabulary == null || config.model().skipTokenizerInit()
        ? null
        : Tokenizers.create(vocabulary);
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
    if (warnedOfReadyRequests.compareAndSet(false, true)) {
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
    } catch (RuntimeException e) {
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
    } catch (RuntimeException e) {
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
   * @throws dev.javelin.engineapi.EngineDeadException if the core has died
   */
  public List<RequestOutput> step() {
    EngineCoreOutputs coreOutputs = client.getOutput();
    ProcessedOutputs processed = outputProcessor.processOutputs(coreOutputs);
    client.abortRequests(processed.requestsToAbort());
    return processed.outputs();
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
    client.abortRequests(outputProcessor.abortRequests(requestIds, internal));
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
    return client.resetPrefixCache(false);
  }

  @Override
  public void close() {
    client.close();
    if (tokenizer != null) {
      tokenizer.close();
    }
  }
}
