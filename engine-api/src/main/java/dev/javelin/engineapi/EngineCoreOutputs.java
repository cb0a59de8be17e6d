// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one step of the core hands to the shell.
 *
 * @param outputs one entry a request that has something to say
 * @param schedulerStats null if statistics are off or no step ran
 * @param nanos reading of {@link System#nanoTime()} in the core's process when the step ended
 */
public record EngineCoreOutputs(
    List<EngineCoreOutput> outputs, @Nullable SchedulerStats schedulerStats, long nanos) {
  public EngineCoreOutputs {
    outputs = List.copyOf(outputs);
  }
}
