// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.runner;

import dev.javelin.compute.StepInputs;
import dev.javelin.scheduler.ScheduledRequest;
import java.util.List;
import java.util.function.Function;

/** Packs the scheduled tokens of a step, sequence after sequence, without padding. */
final class StepBatch {
  private StepBatch() {}

  /**
   * @param scheduled what to compute, in order
   * @param requests the runner's state of each
   * @param totalTokens sum of the scheduled tokens
   * @param blockSize tokens a block
   */
  static StepInputs pack(
      List<ScheduledRequest> scheduled,
      Function<ScheduledRequest, RunnerRequest> requests,
      int totalTokens,
      int blockSize) {
    int[] tokenIds = new int[totalTokens];
    int[] positions = new int[totalTokens];
    int[] slots = new int[totalTokens];
    int[] queryStarts = new int[scheduled.size() + 1];
    int[] lengths = new int[scheduled.size()];
    int[][] blockTables = new int[scheduled.size()][];
    int[] lastRows = new int[scheduled.size()];
    int row = 0;
    for (int i = 0; i < scheduled.size(); i++) {
      ScheduledRequest entry = scheduled.get(i);
      RunnerRequest request = requests.apply(entry);
      int end = entry.numComputedTokens() + entry.numScheduledTokens();
      for (int position = entry.numComputedTokens(); position < end; position++, row++) {
        tokenIds[row] = request.token(position);
        positions[row] = position;
        slots[row] = request.blocks()[position / blockSize] * blockSize + position % blockSize;
      }
      queryStarts[i + 1] = row;
      lengths[i] = end;
      blockTables[i] = request.blocks();
      lastRows[i] = row - 1;
    }
    return new StepInputs(tokenIds, positions, slots, queryStarts, lengths, blockTables, lastRows);
  }
}
