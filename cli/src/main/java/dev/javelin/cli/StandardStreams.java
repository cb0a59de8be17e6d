// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jline.nativ.CLibrary;

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
    return isTerminal(0) && isTerminal(1);
  }

  /** Whether people read standard error. */
  static boolean errorIsTerminal() {
    return isTerminal(2);
  }

  private static boolean isTerminal(int fileDescriptor) {
    try {
      return CLibrary.isatty(fileDescriptor) == 1;
    } catch (LinkageError | RuntimeException e) {
      return false; // no native part for this platform: do without
    }
  }
}
