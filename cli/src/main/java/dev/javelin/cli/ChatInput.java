// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Where the lines of a conversation come from, and where answers go. One thread. */
interface ChatInput extends AutoCloseable {
  /** The next line without its end; null when there are no more. */
  @Nullable String readLine() throws IOException;

  PrintWriter answers();

  @Override
  void close() throws IOException;
}
