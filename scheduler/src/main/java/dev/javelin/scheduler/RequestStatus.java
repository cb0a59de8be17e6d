// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

/** Where a request is on its way. */
enum RequestStatus {
  /** In the queue, never scheduled yet. */
  WAITING,
  /** Holds cache blocks. */
  RUNNING,
  /** Back in the queue without blocks, its sampled tokens kept. */
  PREEMPTED,
  /** Ended. */
  FINISHED
}
