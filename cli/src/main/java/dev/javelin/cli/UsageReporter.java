// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in a few lines what is wrong with the arguments, and where help is. */
final class UsageReporter implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(command.getColorScheme().errorText("error: " + e.getMessage()));
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("see " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }
}
