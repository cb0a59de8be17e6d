// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import org.jline.utils.Signals;

/** Notices Ctrl-C instead of letting it end the program, until closed. */
final class Interruption implements AutoCloseable {
  private static final String INTERRUPT = "INT";

  private final Object previous;
  private volatile boolean interrupted;

  private Interruption() {
    previous = Signals.register(INTERRUPT, () -> interrupted = true);
  }

  /** Takes over Ctrl-C. */
  static Interruption install() {
    return new Interruption();
  }

  /** Whether Ctrl-C was pressed. */
  boolean interrupted() {
    return interrupted;
  }

  @Override
  public void close() {
    Signals.unregister(INTERRUPT, previous);
  }
}
