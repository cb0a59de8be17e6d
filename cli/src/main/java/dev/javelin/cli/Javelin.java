// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line's entry point. */
@Command(
    name = "javelin",
    description = "Runs language models inside the JVM.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      GenerateCommand.class,
      ChatCommand.class,
      RunBatchCommand.class,
      InfoCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Javelin implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name a command: generate, chat, run-batch or info");
  }

  /** The parser, as tests use it too. */
  static CommandLine commandLine() {
    return new CommandLine(new Javelin())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(new UsageReporter())
        .setExecutionExceptionHandler(new ErrorReporter());
  }

  public static void main(String[] args) {
    System.exit(
        commandLine()
            .setOut(StandardStreams.output())
            .setErr(StandardStreams.error())
            .execute(args));
  }
}
