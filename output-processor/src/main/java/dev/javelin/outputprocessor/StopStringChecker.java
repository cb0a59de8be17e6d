// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import java.util.List;
import java.util.Optional;

/**
 * Finds the stop string that ends a completion: the occurrence that ends first wins, and of several
 * that end at the same place the one earlier in the list. Strings are compared code point by code
 * point, without normalisation or case folding (the rule of vLLM 0.32). Stateless and thread-safe.
 */
public final class StopStringChecker {
  private final List<String> stops;
  private final boolean includeInOutput;
  private final int holdBack;

  /**
   * @param stops the stop strings, none of them empty
   * @param includeInOutput whether the stop string stays in the text
   */
  public StopStringChecker(List<String> stops, boolean includeInOutput) {
    this.stops = List.copyOf(stops);
    this.includeInOutput = includeInOutput;
    int longest =
        stops.stream().mapToInt(stop -> stop.codePointCount(0, stop.length())).max().orElse(0);
    this.holdBack = includeInOutput ? 0 : Math.max(longest - 1, 0);
  }

  /**
   * How many code points at the end of unfinished text may turn out to be part of a stop string,
   * and must not be shown yet.
   */
  public int holdBack() {
    return holdBack;
  }

  /**
   * Searches text for a stop string that ends in its new part.
   *
   * @param newFrom where the new part begins, in UTF-16 units; a stop string may begin before it
   */
  public Optional<Match> find(StringBuilder text, int newFrom) {
    Match first = null;
    for (String stop : stops) {
      int begin = text.indexOf(stop, Math.max(0, newFrom - stop.length() + 1));
      int end = begin + stop.length();
      if (begin >= 0 && (first == null || end < first.end)) {
        first = new Match(stop, end, includeInOutput ? end : begin);
      }
    }
    return Optional.ofNullable(first);
  }

  /**
   * @param stop the stop string
   * @param end where it ends in the text, in UTF-16 units
   * @param textLength how much of the text belongs to the output, in UTF-16 units
   */
  public record Match(String stop, int end, int textLength) {}
}
