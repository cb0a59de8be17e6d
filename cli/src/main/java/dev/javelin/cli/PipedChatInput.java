// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lines from a file or another program: no prompt, nothing but answers comes out. */
final class PipedChatInput implements ChatInput {
  private final BufferedReader reader;
  private final PrintWriter answers;

  /**
   * @param in lines in UTF-8; not owned
   * @param answers not owned
   */
  PipedChatInput(InputStream in, PrintWriter answers) {
    this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.answers = answers;
  }

  @Override
  public @Nullable String readLine() throws IOException {
    return reader.readLine();
  }

  @Override
  public PrintWriter answers() {
    return answers;
  }

  @Override
  public void close() {}
}
