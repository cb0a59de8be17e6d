// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

/** Exit codes beside picocli's 0 (success), 1 (failure) and 2 (usage). */
final class ExitCodes {
  /** What shells report for a program ended by SIGINT. */
  static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
