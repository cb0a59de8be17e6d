// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A server's answer that asks for another try later: 408, 429 or 5xx. */
final class BusyException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Duration> retryAfter;

  BusyException(int status, Optional<Duration> retryAfter) {
    super("HTTP status " + status);
    this.retryAfter = retryAfter;
  }

  /** How long the server asks to be left alone, where it says so. */
  Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
