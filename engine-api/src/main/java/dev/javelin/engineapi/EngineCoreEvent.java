// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Something that happened to a request in the core.
 *
 * @param nanos reading of {@link System#nanoTime()} in the core's process
 */
public record EngineCoreEvent(Type type, long nanos) {
  /** What happened. */
  public enum Type {
    QUEUED,
    SCHEDULED,
    PREEMPTED
  }
}
