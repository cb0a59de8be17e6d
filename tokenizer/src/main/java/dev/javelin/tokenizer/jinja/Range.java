// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * Python's range.
 *
 * @param start first number
 * @param stop the bound that is not reached
 * @param step distance, not 0
 */
record Range(long start, long stop, long step) {
  int length() {
    long distance = step > 0 ? stop - start : start - stop;
    long stride = Math.abs(step);
    return distance <= 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, (distance - 1) / stride + 1);
  }

  long get(int index) {
    return start + index * step;
  }

  boolean contains(long value) {
    boolean inside = step > 0 ? value >= start && value < stop : value <= start && value > stop;
    return inside && (value - start) % step == 0;
  }
}
