// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.CacheConfig;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.ModelConfig;
import dev.javelin.engineapi.SchedulerConfig;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which model, and how the engine runs it; the names are vLLM's. */
final class EngineOptions {
  @Option(
      names = {"-m", "--model"},
      required = true,
      defaultValue = "${env:JAVELIN_DEFAULT_MODEL}",
      paramLabel = "MODEL",
      description = "A model directory, a GGUF file, or a hub name org/name[@revision].")
  private String model;

  @Option(
      names = "--tokenizer",
      paramLabel = "MODEL",
      description = "Take the tokenizer from here instead.")
  private @Nullable String tokenizer;

  @Option(
      names = "--skip-tokenizer-init",
      description = "Load no tokenizer; serve token-id prompts only.")
  private boolean skipTokenizerInit;

  @Option(
      names = "--backend",
      defaultValue = "auto",
      paramLabel = "NAME",
      description = "What runs the forward pass: torch, cpu or auto (default: ${DEFAULT-VALUE}).")
  private String backend;

  @Option(
      names = "--device",
      defaultValue = "auto",
      paramLabel = "DEVICE",
      description = "auto, cpu or cuda[:n] (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--dtype",
      defaultValue = "auto",
      paramLabel = "TYPE",
      description =
          "The type weights are held in: auto, float32, float16, bfloat16 (default: ${DEFAULT-VALUE}).")
  private ModelConfig.Dtype dtype;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description = "Threads of the forward pass; 0 for one a core (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--max-model-len",
      paramLabel = "TOKENS",
      description = "Longest sequence, prompt and output together (default: the model's own).")
  private @Nullable Integer maxModelLen;

  @Option(
      names = "--max-num-seqs",
      paramLabel = "N",
      description =
          "Most requests that run at once (default: " + SchedulerConfig.DEFAULT_MAX_NUM_SEQS + ").")
  private @Nullable Integer maxNumSeqs;

  @Option(
      names = "--max-num-batched-tokens",
      defaultValue = "" + SchedulerConfig.DEFAULT_MAX_NUM_BATCHED_TOKENS,
      paramLabel = "TOKENS",
      description = "Most tokens a step computes (default: ${DEFAULT-VALUE}).")
  private int maxNumBatchedTokens;

  @Option(
      names = "--enable-chunked-prefill",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Whether a prompt may be computed over several steps (default: ${DEFAULT-VALUE}).")
  private boolean enableChunkedPrefill;

  @Option(
      names = "--long-prefill-token-threshold",
      defaultValue = "0",
      paramLabel = "TOKENS",
      description =
          "Most tokens of one prompt a step computes; 0 for no such limit (default: ${DEFAULT-VALUE}).")
  private int longPrefillTokenThreshold;

  @Option(
      names = "--scheduling-policy",
      defaultValue = "fcfs",
      paramLabel = "POLICY",
      description = "fcfs or priority (default: ${DEFAULT-VALUE}).")
  private SchedulerConfig.Policy policy;

  @Option(
      names = "--block-size",
      defaultValue = "" + CacheConfig.DEFAULT_BLOCK_SIZE,
      paramLabel = "TOKENS",
      description = "Tokens a KV cache block (default: ${DEFAULT-VALUE}).")
  private int blockSize;

  @Option(
      names = "--kv-cache-memory-bytes",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Memory of the KV cache, for example 512M or 2G (default: what the requests can use, at most 4G).")
  private @Nullable Long kvCacheMemoryBytes;

  @Option(
      names = "--num-gpu-blocks-override",
      paramLabel = "N",
      description = "Number of KV cache blocks instead of what the memory gives.")
  private @Nullable Integer numBlocksOverride;

  @Option(
      names = "--enable-prefix-caching",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Whether equal prefixes share their cache blocks (default: ${DEFAULT-VALUE}).")
  private boolean enablePrefixCaching;

  @Option(
      names = "--engine-seed",
      defaultValue = "0",
      paramLabel = "SEED",
      description = "Seeds requests that bring no seed (default: ${DEFAULT-VALUE}).")
  private long engineSeed;

  @Option(
      names = "--generation-config",
      defaultValue = "auto",
      paramLabel = "auto|vllm|DIR",
      description =
          "Where sampling defaults come from: the model, nowhere, or a directory (default: ${DEFAULT-VALUE}).")
  private String generationConfig;

  @Option(
      names = "--max-logprobs",
      defaultValue = "20",
      paramLabel = "N",
      description =
          "Most log-probabilities a request may ask for; -1 for all (default: ${DEFAULT-VALUE}).")
  private int maxLogprobs;

  /** The configuration that these options describe. */
  EngineConfig config() {
    EngineConfigBuilder builder =
        EngineConfig.builder(model)
            .tokenizer(tokenizer)
            .skipTokenizerInit(skipTokenizerInit)
            .backend(backend)
            .device(device)
            .dtype(dtype)
            .threads(threads)
            .maxModelLen(maxModelLen)
            .maxNumBatchedTokens(maxNumBatchedTokens)
            .enableChunkedPrefill(enableChunkedPrefill)
            .longPrefillTokenThreshold(longPrefillTokenThreshold)
            .policy(policy)
            .blockSize(blockSize)
            .kvCacheMemoryBytes(kvCacheMemoryBytes)
            .numBlocksOverride(numBlocksOverride)
            .enablePrefixCaching(enablePrefixCaching)
            .seed(engineSeed)
            .generationConfig(generationConfig)
            .maxLogprobs(maxLogprobs);
    if (maxNumSeqs != null) {
      builder.maxNumSeqs(maxNumSeqs);
    }
    return builder.build();
  }

  /** Reads 1024, 512M, 2G. */
  static final class ByteSize implements ITypeConverter<Long> {
    @Override
    public Long convert(String value) {
      String text = value.toUpperCase(Locale.ROOT).replaceFirst("I?B$", "");
      int shift = text.endsWith("K") ? 10 : text.endsWith("M") ? 20 : text.endsWith("G") ? 30 : 0;
      try {
        long number = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1));
        return Math.multiplyExact(number, 1L << shift);
      } catch (NumberFormatException | ArithmeticException e) {
        throw new TypeConversionException(
            "'" + value + "' is not a number of bytes, expected for example 512M or 2G");
      }
    }
  }
}
