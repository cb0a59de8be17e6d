// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.time.Duration;

/**
 * How long the client waits for a server.
 *
 * @param connect for a connection
 * @param response for the head of an answer
 * @param silence for the next bytes of an answer's body
 */
record HubTimeouts(Duration connect, Duration response, Duration silence) {
  static final HubTimeouts DEFAULT =
      new HubTimeouts(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(30));
}
