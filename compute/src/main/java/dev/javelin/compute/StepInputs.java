// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * The packed batch of one step. Sequence b owns tokens {@code [queryStarts[b], queryStarts[b +
 * 1])}.
 *
 * @param tokenIds [T] ids
 * @param positions [T] position of each token in its sequence
 * @param slotMapping [T] KV slot each token's key and value are written to
 * @param queryStarts [B + 1] first token of each sequence, then T
 * @param sequenceLengths [B] tokens of each sequence after this step, cached ones included
 * @param blockTables [B][] block ids of each sequence in order; entries outside a sliding window
 *     may be 0
 * @param logitsRows rows (token indices, ascending) whose logits are wanted
 */
public record StepInputs(
    int[] tokenIds,
    int[] positions,
    int[] slotMapping,
    int[] queryStarts,
    int[] sequenceLengths,
    int[][] blockTables,
    int[] logitsRows) {
  /** T. */
  public int tokens() {
    return tokenIds.length;
  }

  /** B. */
  public int sequences() {
    return sequenceLengths.length;
  }
}
