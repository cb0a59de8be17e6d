// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/** What each {@link RequestOutput} of a request holds. */
public enum RequestOutputKind {
  /** Everything generated so far. */
  CUMULATIVE,
  /** Only what is new since the last output. */
  DELTA,
  /** A single output when the request ends. */
  FINAL_ONLY
}
