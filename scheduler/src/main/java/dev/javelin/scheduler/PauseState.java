// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

/** How much the scheduler lets happen. Requests may be added in any state. */
public enum PauseState {
  /** Everything. */
  UNPAUSED,
  /** Running requests go on, none is admitted; preempted ones wait. */
  PAUSED_NEW,
  /** Nothing is computed; running requests keep their blocks. */
  PAUSED_ALL
}
