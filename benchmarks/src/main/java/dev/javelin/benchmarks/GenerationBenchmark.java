// SPDX-License-Identifier: Apache-2.0
package dev.javelin.benchmarks;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tokens a second of one stream and of a batch of 64, greedy, 128 tokens each, prefix cache off.
 * Prints one JSON object a workload, in the form of {@code peers/bench_transformers.py}.
 */
public final class GenerationBenchmark {
  private static final int NEW_TOKENS = 128;

  private GenerationBenchmark() {}

  /**
   * @param args model, folder of the prompts, threads, repetitions
   */
  public static void main(String[] args) throws IOException {
    Path prompts = Path.of(args[1]);
    EngineConfig config =
        EngineConfig.builder(args[0])
            .maxModelLen(512)
            .enablePrefixCaching(false)
            .threads(Integer.parseInt(args[2]))
            .build();
    int repetitions = Integer.parseInt(args[3]);
    try (LLM llm = LLM.load(config)) {
      for (String workload : List.of("single", "batch")) {
        List<Prompt> ids = read(prompts.resolve(workload + ".ids"));
        generate(llm, ids.subList(0, 1));
        double[] rates = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
          rates[i] = generate(llm, ids);
        }
        Arrays.sort(rates);
        System.out.printf(
            Locale.ROOT,
            "{\"engine\": \"javelin\", \"workload\": \"%s\", \"tokens_per_second\": %.2f, \"min\": %.2f, \"max\": %.2f}%n",
            workload,
            rates[repetitions / 2],
            rates[0],
            rates[repetitions - 1]);
      }
    }
  }

  private static double generate(LLM llm, List<Prompt> prompts) {
    SamplingParams params =
        SamplingParams.builder()
            .temperature(0)
            .maxTokens(NEW_TOKENS)
            .ignoreEos(true)
            .detokenize(false)
            .build();
    long start = System.nanoTime();
    llm.generate(prompts, params);
    return prompts.size() * NEW_TOKENS / ((System.nanoTime() - start) / 1e9);
  }

  private static List<Prompt> read(Path file) throws IOException {
    List<Prompt> prompts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      prompts.add(
          Prompt.tokens(Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray()));
    }
    return prompts;
  }
}
