// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavelinTest {
  private static final String[] ENGINE_OPTIONS = {
    "--model",
    "--tokenizer",
    "--skip-tokenizer-init",
    "--backend",
    "--device",
    "--dtype",
    "--threads",
    "--max-model-len",
    "--max-num-seqs",
    "--max-num-batched-tokens",
    "enable-chunked-prefill",
    "--long-prefill-token-threshold",
    "--scheduling-policy",
    "--block-size",
    "--kv-cache-memory-bytes",
    "--num-gpu-blocks-override",
    "enable-prefix-caching",
    "--generation-config",
    "--max-logprobs",
    "--help"
  };
  private static final String[] SAMPLING_OPTIONS = {
    "--max-tokens",
    "--min-tokens",
    "--temperature",
    "--top-p",
    "--top-k",
    "--min-p",
    "--repetition-penalty",
    "--presence-penalty",
    "--frequency-penalty",
    "--seed",
    "--stop",
    "--ignore-eos"
  };

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"generate", "chat", "run-batch"})
  void help_ofEveryCommand_listsItsOptionsOnStandardOutput(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains(ENGINE_OPTIONS);
    if (command.equals("run-batch")) {
      assertThat(run.out()).contains("--input-file", "--output-file", "--served-model-name");
    } else {
      assertThat(run.out()).contains(SAMPLING_OPTIONS);
    }
  }

  @Test
  void help_ofTheWhole_listsTheCommands() {
    assertThat(CommandRun.of("--help").out()).contains("generate", "chat", "run-batch", "info");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "generate -m x --nope text | --nope",
        "generate -m x | PROMPT",
        "generate -m x --max-tokens many text | many",
        "generate -m x --dtype float7 text | float7",
        "generate -m x --kv-cache-memory-bytes 5Q text | 5Q",
        "generate -m x --kv-cache-memory-bytes 99999999999G text | 99999999999G",
        "run-batch -m x -i in | --output-file",
        "fly | fly",
        "'' | name a command"
      })
  void execute_unusableArguments_exitsWith2AndNamesThem(String arguments, String mention) {
    CommandRun run = CommandRun.of(arguments.isEmpty() ? new String[0] : arguments.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(mention, "--help");
    assertThat(run.err().lines()).hasSizeLessThan(6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"generate", "chat", "run-batch"})
  void execute_modelThatIsMissing_exitsWith1AndOneLine(String command) throws IOException {
    Path input = Files.writeString(folder.resolve("in"), "{}");
    String missing = folder.resolve("missing.gguf").toString();
    CommandRun run =
        switch (command) {
          case "generate" -> CommandRun.of(command, "-m", missing, "text");
          case "chat" -> CommandRun.of(command, "-m", missing);
          default -> CommandRun.of(command, "-m", missing, "-i", input.toString(), "-o", "out");
        };
    assertOneLine(run, "missing.gguf");
  }

  @Test
  void execute_damagedModel_exitsWith1AndNamesTheFile() throws IOException {
    Path model = folder.resolve("model.gguf");
    byte[] whole = Files.readAllBytes(Goldens.small("gguf/llama/Q8_0.gguf"));
    Files.write(model, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertOneLine(CommandRun.withModel(model, "generate", "text"), "model.gguf");
  }

  @Test
  void execute_unusableValue_exitsWith1AndNamesTheParameter() {
    assertOneLine(
        CommandRun.withModel(CommandRun.MODEL, "generate", "--top-p", "7", "text"), "top_p");
    assertOneLine(
        CommandRun.withModel(CommandRun.MODEL, "generate", "--backend", "abacus", "text"),
        "abacus");
  }

  private static void assertOneLine(CommandRun run, String mention) {
    assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
    assertThat(run.err().lines()).as(run.err()).hasSize(1);
    assertThat(run.err()).contains("error: ", mention);
  }

  @Test
  void info_namesVersionBackendsAndArchitectures() {
    CommandRun run = CommandRun.of("info");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("javelin ", "Java ", "processors: ", "torch: ", "LlamaForCausalLM");
  }
}
