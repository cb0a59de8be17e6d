// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;

/** The process's standard streams: UTF-8 whatever the locale is. */
final class StandardStreams {
  private StandardStreams() {}

  static PrintWriter output() {
    return writer(FileDescriptor.out);
  }

  static PrintWriter error() {
    return writer(FileDescriptor.err);
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
  }

  /** Whether people type into standard input and read standard output. */
  static boolean areInteractive() {
    return isTerminal(SystemStream.Input) && isTerminal(SystemStream.Output);
  }

  /** Whether people read standard error. */
  static boolean errorIsTerminal() {
    return isTerminal(SystemStream.Error);
  }

  private static boolean isTerminal(SystemStream stream) {
    try {
      return TerminalProvider.load("jni").isSystemStream(stream);
    } catch (IOException | LinkageError e) {
      return false; // no native part for this platform: do without
    }
  }
}
