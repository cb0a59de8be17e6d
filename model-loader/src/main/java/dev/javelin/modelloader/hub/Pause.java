// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.time.Duration;

/** How a thread waits; tests wait by counting. */
@FunctionalInterface
interface Pause {
  /** Sleeps. */
  Pause SLEEP = duration -> Thread.sleep(duration.toMillis());

  void pause(Duration duration) throws InterruptedException;
}
