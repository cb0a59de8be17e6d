// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * Ends a request whose output tail repeats a pattern.
 *
 * @param maxPatternSize longest pattern looked for, in tokens; 0 turns detection off
 * @param minPatternSize shortest pattern looked for, in tokens; 0 means 1
 * @param minCount how many consecutive copies of the pattern end the request, at least 2 when
 *     detection is on
 */
public record RepetitionDetection(int maxPatternSize, int minPatternSize, int minCount) {
  public RepetitionDetection {
    if (maxPatternSize < 0 || minPatternSize < 0 || minPatternSize > maxPatternSize) {
      throw new ValidationException(
          "repetition_detection sizes must satisfy 0 <= min_pattern_size <= max_pattern_size: min_pattern_size="
              + minPatternSize
              + ", max_pattern_size="
              + maxPatternSize);
    }
    if (maxPatternSize > 0 && minCount < 2) {
      throw new ValidationException(
          "repetition_detection needs at least 2 copies", "min_count", minCount);
    }
  }
}
