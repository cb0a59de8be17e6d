// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest names. */
final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version =
        Optional.ofNullable(Javelin.class.getPackage().getImplementationVersion())
            .orElse("development build");
    return new String[] {
      "javelin " + version,
      "Java " + System.getProperty("java.vm.version") + ", " + System.getProperty("os.arch")
    };
  }
}
