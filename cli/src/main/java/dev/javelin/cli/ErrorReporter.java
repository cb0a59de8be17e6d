// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.engineapi.EngineException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Prints faults that users can mend as one line; others with their stack trace. */
final class ErrorReporter implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (!(e instanceof EngineException
        || e instanceof UnsupportedOperationException
        || e instanceof UncheckedIOException)) {
      throw e;
    }
    command.getErr().println(command.getColorScheme().errorText("error: " + e.getMessage()));
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
