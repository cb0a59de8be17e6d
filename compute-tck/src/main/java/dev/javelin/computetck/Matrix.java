// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A matrix of doubles, row-major. Values that were given to a backend are floats, so nothing is
 * lost.
 *
 * @param rows number of rows
 * @param columns width of a row
 * @param data rows x columns values; not copied
 */
public record Matrix(int rows, int columns, double[] data) {
  public Matrix {
    if (data.length != rows * columns) {
      throw new IllegalArgumentException(
          "data.length=" + data.length + ", expected " + rows + " x " + columns);
    }
  }

  /** All zeros. */
  public static Matrix zeros(int rows, int columns) {
    return new Matrix(rows, columns, new double[rows * columns]);
  }

  /** Floats from a normal distribution. */
  public static Matrix random(int rows, int columns, long seed) {
    Random random = new Random(seed);
    Matrix result = zeros(rows, columns);
    Arrays.setAll(result.data, i -> (float) random.nextGaussian());
    return result;
  }

  public double get(int row, int column) {
    return data[row * columns + column];
  }

  public void set(int row, int column, double value) {
    data[row * columns + column] = value;
  }

  /** A copy of rows {@code [from, to)}. */
  public Matrix slice(int from, int to) {
    return new Matrix(to - from, columns, Arrays.copyOfRange(data, from * columns, to * columns));
  }

  /** A copy of the given rows. */
  public Matrix select(int... indices) {
    Matrix result = zeros(indices.length, columns);
    for (int i = 0; i < indices.length; i++) {
      System.arraycopy(data, indices[i] * columns, result.data, i * columns, columns);
    }
    return result;
  }

  /** Another matrix of this shape. */
  public Matrix map(DoubleUnaryOperator function) {
    return new Matrix(rows, columns, Arrays.stream(data).map(function).toArray());
  }

  /** The rows of all parts, which have the same width. */
  public static Matrix concat(int columns, Iterable<Matrix> parts) {
    int rows = 0;
    for (Matrix part : parts) {
      rows += part.rows;
    }
    Matrix result = zeros(rows, columns);
    int at = 0;
    for (Matrix part : parts) {
      System.arraycopy(part.data, 0, result.data, at, part.data.length);
      at += part.data.length;
    }
    return result;
  }
}
