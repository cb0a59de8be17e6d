// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.List;

/** Python's slices, {@code sequence[start:stop:step]}. */
final class Slices {
  private Slices() {}

  /**
   * Part of a string, list, tuple or range. Bounds are integers or none.
   *
   * @throws EvaluationError for other sequences and bounds, or a step of 0
   */
  static Object slice(Budget budget, Object sequence, Object start, Object stop, Object step) {
    if (sequence instanceof Undefined undefined) {
      throw undefined.error();
    }
    long stride = bound(step, 1);
    if (stride == 0) {
      throw EvaluationError.value("slice step cannot be zero");
    }
    if (Values.isText(sequence)) {
      String part = sliceText(budget, Values.text(sequence), start, stop, stride);
      return sequence instanceof Markup ? new Markup(part) : part;
    }
    if (sequence instanceof List<?> || sequence instanceof Tuple) {
      List<Object> part = sliceItems(budget, Values.items(sequence), start, stop, stride);
      return sequence instanceof Tuple ? Tuple.of(part) : part;
    }
    if (sequence instanceof Range range) {
      Range indexes = indexes(range.length(), start, stop, stride);
      long first = range.start() + indexes.start() * range.step();
      long last = range.start() + indexes.stop() * range.step();
      return new Range(first, last, range.step() * stride);
    }
    throw EvaluationError.type("'" + Values.typeName(sequence) + "' object cannot be sliced");
  }

  private static String sliceText(
      Budget budget, String text, Object start, Object stop, long stride) {
    budget.characters(Searching.positionCost(text));
    boolean simple = CodePoints.isSimple(text);
    int length = simple ? text.length() : CodePoints.length(text);
    Range indexes = indexes(length, start, stop, stride);
    int count = indexes.length();
    budget.text(count);
    if (stride == 1) {
      int from = (int) indexes.start();
      int to = from + count;
      return simple
          ? text.substring(from, to)
          : text.substring(CodePoints.offset(text, from), CodePoints.offset(text, to));
    }
    int[] points = text.codePoints().toArray();
    StringBuilder part = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      part.appendCodePoint(points[(int) indexes.get(i)]);
    }
    return part.toString();
  }

  private static List<Object> sliceItems(
      Budget budget, List<Object> items, Object start, Object stop, long stride) {
    Range indexes = indexes(items.size(), start, stop, stride);
    int count = indexes.length();
    budget.references(count);
    List<Object> part = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      part.add(items.get((int) indexes.get(i)));
    }
    return part;
  }

  /** The positions that a slice of a sequence of this length takes. */
  private static Range indexes(int length, Object start, Object stop, long stride) {
    long lowest = stride > 0 ? 0 : -1;
    long highest = stride > 0 ? length : length - 1L;
    long from = position(start, stride > 0 ? lowest : highest, length, lowest, highest);
    long to = position(stop, stride > 0 ? highest : lowest, length, lowest, highest);
    long step = Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, stride));
    return new Range(from, to, step);
  }

  private static long position(Object bound, long absent, int length, long lowest, long highest) {
    if (bound == None.NONE) {
      return absent;
    }
    long value = bound(bound, 0);
    long fromStart = value < 0 ? value + length : value;
    return Math.max(lowest, Math.min(highest, fromStart));
  }

  private static long bound(Object bound, long absent) {
    if (bound == None.NONE) {
      return absent;
    }
    if (!Numbers.isInteger(bound)) {
      throw EvaluationError.type("slice indices must be integers or None");
    }
    return Numbers.clamp(bound);
  }

  /**
   * Start and end of a search in a text, given as Python's optional positions.
   *
   * @return UTF-16 offsets; the first may be greater than the second, or than the length
   */
  static int[] searchBounds(String text, Object start, Object stop) {
    int length = CodePoints.length(text);
    long from = start == None.NONE ? 0 : bound(start, 0);
    long first = from < 0 ? Math.max(0, from + length) : from;
    long last = position(stop, length, length, 0, length);
    int begin = first > length ? text.length() + 1 : CodePoints.offset(text, (int) first);
    return new int[] {begin, CodePoints.offset(text, (int) last)};
  }
}
