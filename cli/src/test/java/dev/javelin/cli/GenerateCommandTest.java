// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GenerateCommandTest {
  private static final String TEXT = "the story h\u00e9";

  private static LLM llm;

  @BeforeAll
  static void load() {
    llm = LLM.load(EngineConfig.builder(CommandRun.MODEL.toString()).threads(1).build());
  }

  @AfterAll
  static void close() {
    llm.close();
  }

  private static String expected(SamplingParams params) {
    return llm.generate(TEXT, params).outputs().get(0).text();
  }

  @Test
  void generate_greedy_printsPromptAndTheTextOfLLM() {
    CommandRun run =
        CommandRun.withModel(
            CommandRun.MODEL, "generate", "--temperature", "0", "--max-tokens", "12", TEXT);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(TEXT + expected(SamplingParams.greedy(12)) + System.lineSeparator());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void generate_withSeed_samplesAsLLM() {
    CommandRun run =
        CommandRun.withModel(
            CommandRun.MODEL,
            "generate",
            "--no-echo",
            "--temperature=0.9",
            "--top-k=20",
            "--seed=7",
            "--max-tokens=12",
            TEXT);
    SamplingParams params =
        SamplingParams.builder().temperature(0.9).topK(20).seed(7L).maxTokens(12).build();
    assertThat(run.out()).isEqualTo(expected(params) + System.lineSeparator());
  }

  @Test
  void generate_dash_readsStandardInput() {
    CommandRun run =
        CommandRun.withInput(
            CommandRun.MODEL, TEXT, "generate", "--temperature", "0", "--max-tokens", "12", "-");
    assertThat(run.out())
        .isEqualTo(TEXT + expected(SamplingParams.greedy(12)) + System.lineSeparator());
  }

  @Test
  void generate_modelWithoutTokenizer_saysThatTextNeedsOne() {
    CommandRun run = CommandRun.withModel(CommandRun.MODEL_WITHOUT_TOKENIZER, "generate", TEXT);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("error: ", "tokenizer");
  }
}
