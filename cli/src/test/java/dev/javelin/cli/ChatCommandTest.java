// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.llmengine.LLM;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations whose lines come from a pipe. */
class ChatCommandTest {
  private static final String[] GREEDY = {"--temperature=0", "--max-tokens=6"};
  private static final String NEW_LINE = System.lineSeparator();

  private static LLM llm;

  @TempDir private Path folder;

  @BeforeAll
  static void load() {
    llm = LLM.load(EngineConfig.builder(CommandRun.MODEL.toString()).threads(1).build());
  }

  @AfterAll
  static void close() {
    llm.close();
  }

  private static String expected(ChatMessage... messages) {
    return llm.chat(List.of(messages), SamplingParams.greedy(6)).outputs().get(0).text();
  }

  @Test
  void chat_pipedLines_printsTheAnswersAndNothingElse() {
    CommandRun run = CommandRun.withInput(CommandRun.MODEL, "hi\n\nmore\n", "chat", GREEDY);
    String first = expected(ChatMessage.user("hi"));
    String second =
        expected(ChatMessage.user("hi"), ChatMessage.assistant(first), ChatMessage.user("more"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo(first + NEW_LINE + second + NEW_LINE);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void chat_reset_forgetsTheConversationButNotTheSystemMessage() {
    CommandRun run =
        CommandRun.withInput(
            CommandRun.MODEL, "hi\n/reset\nmore", "chat", "--system=be kind", GREEDY[0], GREEDY[1]);
    ChatMessage system = ChatMessage.system("be kind");
    assertThat(run.out())
        .isEqualTo(
            expected(system, ChatMessage.user("hi"))
                + NEW_LINE
                + expected(system, ChatMessage.user("more"))
                + NEW_LINE);
  }

  @Test
  void chat_exit_answersNothingAfterIt() {
    assertThat(CommandRun.withInput(CommandRun.MODEL, "/exit\nhi\n", "chat", GREEDY).out())
        .isEmpty();
  }

  @Test
  void chat_questionThatIsTooLong_isReportedAndForgotten() {
    CommandRun run =
        CommandRun.withInput(CommandRun.MODEL, "a ".repeat(2000) + "\nhi\n", "chat", GREEDY);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("error: ", "too long");
    assertThat(run.out()).isEqualTo(NEW_LINE + expected(ChatMessage.user("hi")) + NEW_LINE);
  }

  @Test
  void chat_templateThatRefuses_isReported() throws IOException {
    Path model = copyOfTheModel();
    Path config = model.resolve("tokenizer_config.json");
    Files.writeString(
        config,
        Files.readString(config)
            .replaceFirst(
                "\"chat_template\": \"[^\\n]*",
                "\"chat_template\": \"{{ raise_exception('only poems') }}\","));
    CommandRun run = CommandRun.withInput(model, "hi\n", "chat");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains("error: ", "only poems");
  }

  private Path copyOfTheModel() throws IOException {
    Path copy = Files.createDirectory(folder.resolve("model"));
    try (Stream<Path> files = Files.list(CommandRun.MODEL)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, copy.resolve(file.getFileName().toString()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    return copy;
  }
}
