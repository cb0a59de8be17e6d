// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.Activation;
import dev.javelin.compute.RopeAngles;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The ops in double precision, as their formulas read. */
public final class Reference {
  private Reference() {}

  public static Matrix rmsNorm(Matrix x, Matrix weight, double epsilon) {
    int width = weight.columns();
    Matrix result = Matrix.zeros(x.rows(), x.columns());
    for (int start = 0; start < x.data().length; start += width) {
      double squares = 0;
      for (int i = 0; i < width; i++) {
        squares += x.data()[start + i] * x.data()[start + i];
      }
      double scale = 1 / Math.sqrt(squares / width + epsilon);
      for (int i = 0; i < width; i++) {
        result.data()[start + i] = x.data()[start + i] * scale * weight.data()[i];
      }
    }
    return result;
  }

  public static Matrix layerNorm(Matrix x, Matrix weight, @Nullable Matrix bias, double epsilon) {
    Matrix result = Matrix.zeros(x.rows(), x.columns());
    int width = x.columns();
    for (int row = 0; row < x.rows(); row++) {
      double mean = 0;
      for (int i = 0; i < width; i++) {
        mean += x.get(row, i) / width;
      }
      double variance = 0;
      for (int i = 0; i < width; i++) {
        variance += (x.get(row, i) - mean) * (x.get(row, i) - mean) / width;
      }
      for (int i = 0; i < width; i++) {
        double normal = (x.get(row, i) - mean) / Math.sqrt(variance + epsilon);
        result.set(row, i, normal * weight.data()[i] + (bias == null ? 0 : bias.data()[i]));
      }
    }
    return result;
  }

  public static Matrix linear(Matrix x, Matrix weight, @Nullable Matrix bias) {
    Matrix result = Matrix.zeros(x.rows(), weight.rows());
    for (int row = 0; row < x.rows(); row++) {
      for (int out = 0; out < weight.rows(); out++) {
        double sum = bias == null ? 0 : bias.data()[out];
        for (int in = 0; in < weight.columns(); in++) {
          sum += x.get(row, in) * weight.get(out, in);
        }
        result.set(row, out, sum);
      }
    }
    return result;
  }

  public static Matrix rope(Matrix x, int heads, RopeAngles angles, int[] positions) {
    Matrix result = x.map(v -> v);
    int width = x.columns() / heads;
    int pairs = angles.inverseFrequencies().length;
    for (int row = 0; row < x.rows(); row++) {
      for (int head = 0; head < heads; head++) {
        for (int i = 0; i < pairs; i++) {
          double angle = positions[row] * angles.inverseFrequencies()[i];
          double cos = angles.attentionFactor() * Math.cos(angle);
          double sin = angles.attentionFactor() * Math.sin(angle);
          int first = head * width + (angles.interleaved() ? 2 * i : i);
          int second = first + (angles.interleaved() ? 1 : pairs);
          result.set(row, first, x.get(row, first) * cos - x.get(row, second) * sin);
          result.set(row, second, x.get(row, second) * cos + x.get(row, first) * sin);
        }
      }
    }
    return result;
  }

  public static double activation(Activation activation, double x) {
    return switch (activation) {
      case SILU -> x / (1 + Math.exp(-x));
      case GELU -> x / 2 * (1 + erf(x / Math.sqrt(2)));
      case GELU_TANH ->
          x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case RELU -> Math.max(0, x);
    };
  }

  public static Matrix zip(Matrix a, Matrix b, DoubleBinaryOperator function) {
    Matrix result = Matrix.zeros(a.rows(), a.columns());
    for (int i = 0; i < a.data().length; i++) {
      result.data()[i] = function.applyAsDouble(a.data()[i], b.data()[i]);
    }
    return result;
  }

  /**
   * The error function: its Maclaurin series, or where that cancels, the continued fraction of its
   * complement.
   */
  private static double erf(double x) {
    double z = Math.abs(x);
    if (z > 2) {
      double fraction = 0;
      for (int n = 60; n > 0; n--) {
        fraction = n / 2.0 / (z + fraction);
      }
      return Math.signum(x) * (1 - Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction));
    }
    double term = x;
    double sum = x;
    for (int n = 1; Math.abs(term) > 1e-20; n++) {
      term *= -x * x / n;
      sum += term / (2 * n + 1);
    }
    return sum * 2 / Math.sqrt(Math.PI);
  }
}
