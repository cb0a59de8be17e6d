// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Notices Ctrl-C instead of letting it end the program, until closed. */
final class Interruption implements AutoCloseable {
  private static final Signal INTERRUPT = new Signal("INT");

  private final SignalHandler previous;
  private volatile boolean interrupted;

  private Interruption() {
    previous = Signal.handle(INTERRUPT, signal -> interrupted = true);
  }

  /** Takes over Ctrl-C. */
  static Interruption install() {
    return new Interruption();
  }

  /** Whether Ctrl-C was pressed since the last {@link #clear}. */
  boolean interrupted() {
    return interrupted;
  }

  void clear() {
    interrupted = false;
  }

  @Override
  public void close() {
    Signal.handle(INTERRUPT, previous);
  }
}
