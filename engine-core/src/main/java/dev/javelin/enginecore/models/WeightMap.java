// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.enginecore.models.DecoderWeights.Linear;
import dev.javelin.enginecore.models.DecoderWeights.Norm;
import dev.javelin.modelloader.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finds weights by name and remembers every one that is missing or misshapen, so that {@link
 * #verify} can name them all at once.
 */
final class WeightMap {
  private static final int MAX_LISTED = 50;

  private final Checkpoint checkpoint;
  private final UnaryOperator<WeightSource> normTransform;
  private final List<String> problems = new ArrayList<>();

  /**
   * @param normTransform what turns a stored norm weight into its factor, for example adding 1
   */
  WeightMap(Checkpoint checkpoint, UnaryOperator<WeightSource> normTransform) {
    this.checkpoint = checkpoint;
    this.normTransform = normTransform;
  }

  WeightMap(Checkpoint checkpoint) {
    this(checkpoint, UnaryOperator.identity());
  }

  boolean has(String name) {
    return checkpoint.has(name);
  }

  /** A matrix [rows, columns]. */
  WeightSource matrix(String name, int rows, int columns) {
    return find(name, rows, columns);
  }

  /** A vector [1, width]. */
  WeightSource vector(String name, int width) {
    return find(name, 1, width);
  }

  /**
   * {@code prefix.weight} [out, in], with {@code prefix.bias} [out] where the file has it.
   *
   * @param biasRequired whether a missing bias is a fault
   */
  Linear<WeightSource> linear(String prefix, int out, int in, boolean biasRequired) {
    String bias = prefix + ".bias";
    return new Linear<>(
        matrix(prefix + ".weight", out, in), biasRequired || has(bias) ? vector(bias, out) : null);
  }

  /** {@code prefix.weight} [width], with {@code prefix.bias} where the file has it. */
  Norm<WeightSource> norm(String prefix, int width) {
    String bias = prefix + ".bias";
    return new Norm<>(
        normTransform.apply(vector(prefix + ".weight", width)),
        has(bias) ? vector(bias, width) : null);
  }

  /**
   * @throws ModelLoadException if a weight that was asked for is missing or has another shape
   */
  void verify() {
    if (problems.isEmpty()) {
      return;
    }
    String listed = String.join("; ", problems.subList(0, Math.min(MAX_LISTED, problems.size())));
    int more = problems.size() - MAX_LISTED;
    throw new ModelLoadException(
        checkpoint.config().source()
            + ": weights do not fit the configuration: "
            + listed
            + (more > 0 ? "; and " + more + " more" : ""));
  }

  private WeightSource find(String name, int rows, int columns) {
    if (!checkpoint.has(name)) {
      problems.add(
          "tensor " + name + " is missing, expected shape [" + rows + ", " + columns + "]");
      return new Absent(name, rows, columns);
    }
    WeightSource source = checkpoint.tensor(name);
    if (source.rows() != rows || source.columns() != columns) {
      problems.add(
          "tensor "
              + name
              + " has shape ["
              + source.rows()
              + ", "
              + source.columns()
              + "], expected ["
              + rows
              + ", "
              + columns
              + "]");
      return new Absent(name, rows, columns);
    }
    return source;
  }
}
