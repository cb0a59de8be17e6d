// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.inputprocessor.ChatRequest;
import dev.javelin.llmengine.LLMEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code javelin chat}: a conversation in the terminal. */
@Command(
    name = "chat",
    description = {
      "Talks with a model in the terminal.",
      "Ctrl-C ends the answer, not the program; Ctrl-D or /exit leaves; /reset forgets the conversation."
    },
    mixinStandardHelpOptions = true,
    abbreviateSynopsis = true,
    sortOptions = false)
final class ChatCommand implements Callable<Integer> {
  @Option(
      names = "--system",
      paramLabel = "TEXT",
      description = "A system message before the conversation.")
  private @Nullable String system;

  @Mixin private EngineOptions engineOptions;
  @Mixin private SamplingOptions samplingOptions;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try (LLMEngine engine =
            EngineLauncher.load(engineOptions.config(), spec.commandLine().getErr());
        ChatInput input = input()) {
      converse(engine, input);
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use the terminal: " + e, e);
    }
  }

  private ChatInput input() throws IOException {
    return StandardStreams.areInteractive()
        ? new TerminalChatInput()
        : new PipedChatInput(System.in, spec.commandLine().getOut());
  }

  private void converse(LLMEngine engine, ChatInput input) throws IOException {
    SamplingParams params = samplingOptions.params(engine.defaultSamplingParams());
    List<ChatMessage> messages = opening();
    String line;
    while ((line = input.readLine()) != null) {
      String command = line.strip();
      switch (command) {
        case "" -> {}
        case "/exit" -> {
          return;
        }
        case "/reset" -> messages = opening();
        default -> answer(engine, messages, command, params, input.answers());
      }
    }
  }

  private List<ChatMessage> opening() {
    List<ChatMessage> messages = new ArrayList<>();
    if (system != null) {
      messages.add(ChatMessage.system(system));
    }
    return messages;
  }

  /**
   * Adds the question and its answer to the conversation; a question that cannot be asked leaves no
   * trace.
   */
  private void answer(
      LLMEngine engine,
      List<ChatMessage> messages,
      String question,
      SamplingParams params,
      PrintWriter out) {
    messages.add(ChatMessage.user(question));
    try (Interruption interruption = Interruption.install()) {
      Prompt prompt = engine.renderer().renderChat(ChatRequest.of(messages));
      String answer = new StreamingRequest(engine, interruption).run(prompt, params, out);
      messages.add(ChatMessage.assistant(answer));
    } catch (EngineDeadException e) {
      throw e;
    } catch (EngineException | UnsupportedOperationException e) {
      messages.remove(messages.size() - 1);
      spec.commandLine().getErr().println("error: " + e.getMessage());
    }
    out.println();
    out.flush();
  }
}
