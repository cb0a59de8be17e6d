// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.compute.BackendProvider;
import dev.javelin.enginecore.Backends;
import dev.javelin.enginecore.models.Architectures;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code javelin info}: what this machine and this build can run. */
@Command(
    name = "info",
    description = "Says which backends and architectures can be used here, and why not.",
    mixinStandardHelpOptions = true)
final class InfoCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    for (String line : new VersionProvider().getVersion()) {
      out.println(line);
    }
    out.println("processors: " + Runtime.getRuntime().availableProcessors());
    out.println("backends, best first:");
    for (BackendProvider provider : Backends.available()) {
      out.println(
          "  "
              + provider.name()
              + ": "
              + provider
                  .unavailabilityCause()
                  .map(cause -> "not usable, " + cause)
                  .orElse("usable"));
    }
    out.println("architectures:");
    Architectures.supported().forEach(name -> out.println("  " + name));
    out.flush();
  }
}
