// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.util.Set;

/**
 * A machine that runs the op set. Safe for one thread at a time; close it after everything it made.
 */
public interface Backend extends AutoCloseable {
  /** The name users choose it by. */
  String name();

  /** The types {@link #weight} accepts. */
  Set<DType> weightTypes();

  /**
   * Makes a weight. The backend may use the mapped bytes as they are or convert them, never to
   * something larger than float32.
   *
   * @throws dev.javelin.engineapi.UnsupportedModelException if the type is not in {@link
   *     #weightTypes}
   */
  Weight weight(WeightSource source);

  /** Bytes {@link #weight} will hold on to for a source beyond the mapped file. */
  long weightBytes(WeightSource source);

  /**
   * Makes a KV cache. Memory is taken as it is written; what a slot holds before that is undefined.
   */
  KVCache kvCache(KVCacheShape shape);

  /** Rotation tables for positions {@code [0, positions)}. */
  RopeTable ropeTable(RopeAngles angles, int positions);

  /**
   * Opens the arena of one forward pass. Every KV write of a layer is visible to every attention
   * read after it in the same step.
   */
  Step step(StepInputs inputs);

  @Override
  void close();
}
