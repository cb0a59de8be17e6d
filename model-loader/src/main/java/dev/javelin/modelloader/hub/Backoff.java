// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides after each failure whether to try again and when: 1, 2, 4, ... seconds, or what the
 * server asks for. One object serves one piece of work; not thread-safe.
 */
final class Backoff {
  /** Tries in a row that bring nothing before the work is given up. */
  static final int ATTEMPTS = 5;

  private static final Logger logger = LoggerFactory.getLogger(Backoff.class);
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private final String work;
  private final int attempts;
  private final Pause pause;
  private int failures;

  /**
   * @param work what is tried, for messages
   * @param attempts tries in all, at least 1
   */
  Backoff(String work, int attempts, Pause pause) {
    this.work = work;
    this.attempts = attempts;
    this.pause = pause;
  }

  /**
   * Waits until the next try.
   *
   * @throws HubUnreachableException if there shall be no further try
   */
  void failed(IOException cause) throws InterruptedException {
    failures++;
    Duration wait = FIRST_WAIT.multipliedBy(1L << (failures - 1));
    if (cause instanceof BusyException busy && busy.retryAfter().isPresent()) {
      wait = busy.retryAfter().get();
    }
    if (failures >= attempts || wait.compareTo(LONGEST_WAIT) > 0) {
      throw new HubUnreachableException(
          "the hub cannot be reached: "
              + work
              + ", attempts="
              + failures
              + ", cause="
              + cause
              + (wait.compareTo(LONGEST_WAIT) > 0 ? ", retryAfterSeconds=" + wait.toSeconds() : "")
              + "; check the network, the proxy and HF_ENDPOINT, or try again later",
          cause);
    }
    logger.info("trying again in {} ms: {}, cause={}", wait.toMillis(), work, cause.toString());
    pause.pause(wait);
  }

  /** Forgets earlier failures, because the last try brought something. */
  void progressed() {
    failures = 0;
  }
}
