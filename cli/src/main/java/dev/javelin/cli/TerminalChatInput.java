// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

/** Lines typed into a terminal, with editing and history. Ctrl-C drops a line, Ctrl-D ends. */
final class TerminalChatInput implements ChatInput {
  private static final String PROMPT = "> ";

  private final Terminal terminal;
  private final LineReader reader;

  TerminalChatInput() throws IOException {
    terminal =
        TerminalBuilder.builder().system(true).dumb(true).encoding(StandardCharsets.UTF_8).build();
    reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("javelin")
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .build();
  }

  @Override
  public @Nullable String readLine() {
    while (true) {
      try {
        return reader.readLine(PROMPT);
      } catch (UserInterruptException e) {
        // Ctrl-C: the next line
      } catch (EndOfFileException e) {
        return null;
      }
    }
  }

  @Override
  public PrintWriter answers() {
    return terminal.writer();
  }

  @Override
  public void close() throws IOException {
    terminal.close();
  }
}
