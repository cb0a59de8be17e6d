// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.javelin.compute.Backend;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.Weight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** A backend under test, and ways to feed matrices to its ops and to read results. */
public final class Workbench implements AutoCloseable {
  private final Backend backend;
  private final List<AutoCloseable> owned = new ArrayList<>();

  /** Takes ownership of {@code backend}. */
  public Workbench(Backend backend) {
    this.backend = backend;
  }

  public Backend backend() {
    return backend;
  }

  /** Closes {@code resource} with the workbench. */
  public <T extends AutoCloseable> T own(T resource) {
    owned.add(resource);
    return resource;
  }

  /** The backend's weight of a matrix. */
  public Weight weight(Matrix matrix) {
    return weight("weight", matrix);
  }

  public Weight weight(String name, Matrix matrix) {
    return own(backend.weight(new InMemoryWeightSource(name, matrix)));
  }

  /** A step over {@code tokens} tokens of one sequence, with ids and positions 0, 1, 2... */
  public Step step(int tokens) {
    int[] count = IntStream.range(0, tokens).toArray();
    int[] blocks = IntStream.rangeClosed(1, tokens).toArray();
    return step(
        new StepInputs(
            count,
            count,
            IntStream.rangeClosed(1, tokens).toArray(),
            new int[] {0, tokens},
            new int[] {tokens},
            new int[][] {blocks},
            count));
  }

  public Step step(StepInputs inputs) {
    return own(backend.step(inputs));
  }

  /** A tensor of a step that holds a matrix, whose row i goes to token i: its id must be i. */
  public Tensor tensor(Step step, Matrix matrix) {
    Matrix table = matrix.rows() > 0 ? matrix : Matrix.zeros(1, matrix.columns());
    return step.embedding(weight(table));
  }

  /** Feeds a matrix to an op in a step of its own and reads the result. */
  public Matrix apply(Matrix x, BiFunction<Step, Tensor, Tensor> op) {
    Step step = step(x.rows());
    return read(step, op.apply(step, tensor(step, x)));
  }

  /** All values of a tensor. */
  public static Matrix read(Step step, Tensor tensor) {
    Matrix result = Matrix.zeros(tensor.rows(), tensor.columns());
    float[] row = new float[tensor.columns()];
    for (int i = 0; i < tensor.rows(); i++) {
      step.readRow(tensor, i, row);
      for (int j = 0; j < row.length; j++) {
        result.set(i, j, row[j]);
      }
    }
    return result;
  }

  /** Asserts the shape, and each value to within {@code tolerance x max(1, |expected|)}. */
  public static void assertClose(Matrix actual, Matrix expected, double tolerance) {
    assertThat(List.of(actual.rows(), actual.columns()))
        .as("shape")
        .isEqualTo(List.of(expected.rows(), expected.columns()));
    for (int i = 0; i < expected.data().length; i++) {
      double value = expected.data()[i];
      double error = Math.abs(actual.data()[i] - value);
      if (!(error <= tolerance * Math.max(1, Math.abs(value)))) {
        fail(
            "row %d, column %d: expected %s, got %s, tolerance %s",
            i / expected.columns(), i % expected.columns(), value, actual.data()[i], tolerance);
      }
    }
  }

  @Override
  public void close() {
    Collections.reverse(owned);
    owned.forEach(Workbench::close);
    backend.close();
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      throw new AssertionError("close failed", e);
    }
  }
}
