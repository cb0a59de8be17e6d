// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.net.URI;
import java.nio.file.Path;

/** A process that fetches a model: arguments are the hub, the cache and the reference. */
final class FetchMain {
  static final int REFUSED = 3;

  private FetchMain() {}

  public static void main(String[] arguments) {
    HubEnvironment environment =
        new HubEnvironment(URI.create(arguments[0]), Path.of(arguments[1]), null, false);
    try {
      Path path =
          new HubClient(environment)
              .fetch(
                  HubReference.parse(arguments[2]),
                  (file, done, total) -> System.out.println(file + " " + done));
      System.out.println("fetched " + path);
    } catch (ModelLoadException e) {
      System.out.println("refused " + e.getMessage());
      System.exit(REFUSED);
    }
  }
}
